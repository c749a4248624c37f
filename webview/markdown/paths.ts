/** Paths in running text and in code (`src/net/upload.ts:42`, `upload.ts:30-88`) become links to files. */
import type MarkdownIt from "markdown-it";

type StateCore = Parameters<Parameters<MarkdownIt["core"]["ruler"]["push"]>[1]>[0];
type Token = StateCore["tokens"][number];

export interface FileLink {
  path: string;
  line?: number;
  column?: number;
  endLine?: number;
}

const name = String.raw`(?:[A-Za-z]:[\\/]|~?[\\/]|\.{1,2}[\\/])?(?:[\p{L}\p{N}_@.+-]+[\\/])*[\p{L}\p{N}_@.+-]*\.[A-Za-z][A-Za-z0-9]{0,9}`;
const place = String.raw`(?::\d+(?::\d+|[-–]\d+)?|#L\d+(?:-L?\d+)?)`;
const inText = new RegExp(String.raw`(?<![\p{L}\p{N}_/\\:.@-])(${name})(${place})(?![\p{L}\p{N}_/:])`, "gu");
const whole = new RegExp(`^(${name})(${place})?$`, "u");
/** `example.com:8080` is a host, not line 8080 of a file. */
const hostEnding = /^[^/\\]*\.(com|org|net|io|dev|app|local|internal|localhost)$/i;

/** The file that a link's target means, or null when it is no path. Works on the text between a link's brackets, too. */
export function fileLinkOf(target: string): FileLink | null {
  if (/^file:\/\/[^/]/i.test(target)) return null; // of another computer
  const plain = target.replace(/^file:\/\//i, "");
  if (/^[a-z][a-z0-9+.-]+:/i.test(plain) && !/^[A-Za-z]:[\\/]/.test(plain) && !whole.test(plain)) return null;
  const [, path = plain, position = ""] = /^(.*?)(:\d+(?::\d+|[-–]\d+)?|#L\d+(?:-L?\d+)?)?$/s.exec(plain) ?? [];
  if (path === "" || path.startsWith("#") || /[\n\r\0]/.test(path)) return null;
  const [, line, separator, second] = /(\d+)(?:(:|[-–])L?(\d+))?/.exec(position) ?? [];
  return {
    path,
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(separator === ":" ? { column: Number(second) } : {}),
    ...(second !== undefined && separator !== ":" ? { endLine: Number(second) } : {}),
  };
}

/** A rule for the parser: text and inline code that name a place in a file are wrapped into links. */
export function linkPaths(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type === "inline" && token.children) token.children = linkChildren(state, token.children);
  }
}

function linkChildren(state: StateCore, children: Token[]): Token[] {
  let depth = 0;
  return children.flatMap((token) => {
    if (token.type === "link_open") depth += 1;
    if (token.type === "link_close") depth -= 1;
    if (depth > 0) return [token];
    if (token.type === "code_inline") return isPathInCode(token.content) ? link(state, token.content, token) : [token];
    return token.type === "text" ? linkText(state, token) : [token];
  });
}

/** In code, a path needs a folder or a line to be one: `foo.bar` is more often a property. */
function isPathInCode(content: string): boolean {
  const [, path, position] = whole.exec(content) ?? [];
  if (path === undefined || hostEnding.test(path)) return false;
  return position !== undefined || (/[\\/]/.test(path) && !/^[\\/]{2}/.test(path));
}

function linkText(state: StateCore, token: Token): Token[] {
  const { content } = token;
  if (!content.includes(":") && !content.includes("#L")) return [token];
  const parts: Token[] = [];
  let at = 0;
  for (const match of content.matchAll(inText)) {
    if (hostEnding.test(match[1] ?? "")) continue;
    if (match.index > at) parts.push(textToken(state, content.slice(at, match.index)));
    parts.push(...link(state, match[0], textToken(state, match[0])));
    at = match.index + match[0].length;
  }
  if (at === 0) return [token];
  if (at < content.length) parts.push(textToken(state, content.slice(at)));
  return parts;
}

function textToken(state: StateCore, content: string): Token {
  const token = new state.Token("text", "", 0);
  token.content = content;
  return token;
}

function link(state: StateCore, target: string, inner: Token): Token[] {
  const open = new state.Token("link_open", "a", 1);
  open.attrs = [["href", target]];
  return [open, inner, new state.Token("link_close", "a", -1)];
}
