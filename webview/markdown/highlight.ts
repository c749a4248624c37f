/** Syntax colours, in a chunk of their own: loaded for the first closed fence or open diff. */
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import less from "highlight.js/lib/languages/less";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scss from "highlight.js/lib/languages/scss";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { sanitize } from "./sanitize.ts";

const languages = {
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, ini, java, javascript, json, kotlin, less, lua, makefile },
  ...{ markdown, php, powershell, python, ruby, rust, scss, shell, sql, swift, typescript, xml, yaml },
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
hljs.registerAliases(["vue", "svelte"], { languageName: "xml" });
hljs.registerAliases(["jsonc", "json5"], { languageName: "json" });

/** Keywords that declare rather than steer have a colour of their own in the editor's themes. */
const declaring = new Set(
  "abstract async class const enum extends fn func function implements interface let mut namespace new private protected public readonly static struct this type typeof var void def".split(
    " ",
  ),
);

/** Nodes of `text` with `hljs-…` classes, or null when the language is not known. */
export function highlighted(text: string, language: string): DocumentFragment | null {
  const known = hljs.getLanguage(language.toLowerCase());
  if (!known) return null;
  const fragment = sanitize(hljs.highlight(text, { language: language.toLowerCase(), ignoreIllegals: true }).value);
  for (const keyword of fragment.querySelectorAll(".hljs-keyword")) {
    if (declaring.has(keyword.textContent)) keyword.className = "hljs-keyword hljs-declaring";
  }
  return fragment;
}

/** Colours the text of an element; one that has changed meanwhile, or has no known language, stays as it is. */
export function highlightInto(code: HTMLElement, language: string): void {
  const nodes = highlighted(code.textContent, language);
  if (nodes) code.replaceChildren(nodes);
}
