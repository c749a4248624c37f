/** Of the stylesheet of icons, the panel gets the rules of those that its sources name: one in ten. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "esbuild";

const rule = /^\.codicon-([a-z0-9-]+):before \{[^}]*\}\n?/gm;
const word = /[a-z][a-z0-9]*(?:-[a-z0-9]+)*/g;

/** `css` without the rules of icons whose name stands nowhere in `sources`, where a name may follow "codicon-". */
export function usedIcons(css: string, sources: readonly string[]): string {
  const words = new Set(
    sources.flatMap((source) => source.match(word) ?? []).map((name) => name.replace("codicon-", "")),
  );
  return css.replace(rule, (whole, name: string) => (words.has(name) ? whole : ""));
}

/** For a bundle whose sources are the scripts below `folder`. */
export function onlyUsedIcons(folder: string): Plugin {
  return {
    name: "only-used-icons",
    setup: ({ onLoad }) =>
      onLoad({ filter: /codicon\.css$/ }, (file) => {
        const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
        const scripts = names.filter((name) => /\.tsx?$/.test(name));
        const sources = scripts.map((name) => readFileSync(path.join(folder, name), "utf8"));
        return { contents: usedIcons(readFileSync(file.path, "utf8"), sources), loader: "css" };
      }),
  };
}
