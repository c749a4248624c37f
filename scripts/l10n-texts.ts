/** Finds the texts that people read: what is given to `t` in the panel, to `l10n.t` and its like in the extension. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

/** Functions whose first argument is a text to translate. */
const translating: ReadonlySet<string> = new Set(["t"]);
/** Attributes of JSX that are read by people. */
const readAttributes: ReadonlySet<string> = new Set(["aria-label", "alt", "label", "placeholder", "title"]);

export interface FoundTexts {
  texts: Set<string>;
  /** Places where a text cannot be translated, as `file:line what`. */
  problems: string[];
}

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

/** All texts in the TypeScript files below `folders`, which are relative to `root`. */
export function findTexts(root: string, folders: readonly string[]): FoundTexts {
  const found: FoundTexts = { texts: new Set(), problems: [] };
  for (const folder of folders) {
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
    for (const name of names.filter((one) => /\.tsx?$/.test(one) && !one.endsWith(".d.ts")).sort()) {
      const file = path.join(folder, name);
      findInSource(file, readFileSync(path.join(root, file), "utf8"), found);
    }
  }
  return found;
}

/** The same in the text of one file. */
export function findInSource(file: string, source: string, found: FoundTexts): void {
  const { program, errors } = parseSync(file, source);
  const [broken] = errors;
  if (broken) throw new Error(`${file}: ${broken.message}`);
  const complain = (node: Node, what: string) =>
    found.problems.push(`${file}:${source.slice(0, node.start).split("\n").length} ${what}`);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    const node = value as Node;
    if (node.type === "CallExpression") takeCall(node, found.texts, complain);
    if (node.type === "JSXText" && isRead(String(node.value)))
      complain(node, `text outside t: ${String(node.value).trim()}`);
    if (node.type === "JSXAttribute") takeAttribute(node, complain);
    for (const field of Object.values(node)) visit(field);
  };
  visit(program);
}

function takeCall(node: Node, texts: Set<string>, complain: (node: Node, what: string) => void): void {
  const name = calledName(node.callee as Node);
  if (!name || !translating.has(name)) return;
  const [first] = node.arguments as Node[];
  // A function that only passes texts on: they are found where they are given to it.
  if (!first || first.type === "Identifier") return;
  const options = literals(first);
  if (options) for (const text of options) texts.add(text);
  else complain(node, `${name} of what is no literal`);
}

/** `t`, the `t` of `l10n.t`, the `#say` of `this.#say`. */
function calledName(callee: Node): string | undefined {
  if (callee.type === "Identifier") return String(callee.name);
  const { property, object } = callee as unknown as { property?: Node; object?: Node };
  if (property?.type === "PrivateIdentifier") return `#${String(property.name)}`;
  const owner = object?.type === "MemberExpression" ? (object.property as Node) : object;
  return owner?.name === "l10n" && property?.type === "Identifier" ? String(property.name) : undefined;
}

/** The texts an expression can be; undefined when they are not all written there. */
function literals(node: Node): string[] | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : undefined;
  if (node.type !== "ConditionalExpression") return undefined;
  const [one, other] = [literals(node.consequent as Node), literals(node.alternate as Node)];
  return one && other ? [...one, ...other] : undefined;
}

function takeAttribute(node: Node, complain: (node: Node, what: string) => void): void {
  const { name, value } = node as unknown as { name: Node; value: Node | null };
  if (!readAttributes.has(String(name.name)) || value?.type !== "Literal") return;
  if (isRead(String(value.value))) complain(node, `${String(name.name)} outside t: ${String(value.value)}`);
}

function isRead(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}
