/** Adds providers to the agent folder's models.json and keeps everything else in it, comments and layout included. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { t } from "../texts.ts";

/** One model of an endpoint. What is left out, the server fills in. */
export interface EndpointModel {
  id: string;
  name?: string;
  /** Tokens. */
  contextWindow?: number;
  input?: ("text" | "image")[];
  reasoning?: boolean;
}

export interface EndpointProvider {
  name: string;
  baseUrl: string;
  api: "openai-completions";
  /** A literal, or `$NAME` for the variable that holds the key. */
  apiKey: string;
  models: EndpointModel[];
}

/** models.json cannot be changed safely. The message names the file and the place; nothing was written. */
export class ModelsFileError extends Error {
  readonly file: string;

  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
    this.name = "ModelsFileError";
    this.file = file;
  }
}

type Fields = Record<string, unknown>;

/**
 * Adds the provider `id`, or renews it: its other fields, and models it had before, stay. A missing file is made.
 * Throws ModelsFileError when the file is no readable JSON or has another shape.
 */
export async function addProvider(file: string, id: string, provider: EndpointProvider): Promise<void> {
  const text = await readOrEmpty(file);
  const content = checkedContent(file, text);
  const known = fieldsAt(file, fieldsAt(file, content, "providers"), id);
  const value = { ...known, ...provider, models: joined(file, id, known.models, provider.models) };
  const edits = modify(text, ["providers", id], value, {
    formattingOptions: { insertSpaces: true, tabSize: 2, ...layoutOf(text) },
  });
  await replace(file, applyEdits(text, edits));
}

async function readOrEmpty(file: string): Promise<string> {
  try {
    const text = await readFile(file, "utf8");
    return text.trim() === "" ? "{}\n" : text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "{}\n";
    throw new ModelsFileError(file, error instanceof Error ? error.message : String(error));
  }
}

function checkedContent(file: string, text: string): Fields {
  const errors: ParseError[] = [];
  const content: unknown = parse(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const before = text.slice(0, first.offset).split("\n");
    const place = t("line {0}, column {1}", before.length, (before.at(-1)?.length ?? 0) + 1);
    throw new ModelsFileError(file, t("not readable as JSON ({0}: {1})", place, printParseErrorCode(first.error)));
  }
  return asFields(file, content, t("the whole file"));
}

function fieldsAt(file: string, parent: Fields, key: string): Fields {
  return parent[key] === undefined ? {} : asFields(file, parent[key], `"${key}"`);
}

function asFields(file: string, value: unknown, what: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new ModelsFileError(file, t("{0} should be an object", what));
}

/** Models that stood there stay as they are, as someone may have adjusted them; new ones follow. */
function joined(file: string, id: string, known: unknown, models: readonly EndpointModel[]): unknown[] {
  if (known === undefined) return [...models];
  if (!Array.isArray(known)) throw new ModelsFileError(file, t('"models" of "{0}" should be a list', id));
  const ids = new Set(known.map((model) => (model as Partial<EndpointModel> | null)?.id));
  return [...known, ...models.filter((model) => !ids.has(model.id))];
}

function layoutOf(text: string): { insertSpaces?: boolean; tabSize?: number; eol: string } {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0];
  if (!indent) return { eol };
  return indent.startsWith("\t") ? { insertSpaces: false, eol } : { tabSize: indent.length, eol };
}

/** The new file appears whole or not at all. A link stays a link, rights stay as they are. */
async function replace(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const mode = (await stat(target).catch(() => undefined))?.mode ?? 0o600;
  await mkdir(path.dirname(target), { recursive: true });
  const aside = `${target}.${randomBytes(4).toString("hex")}.new`;
  try {
    await writeFile(aside, text, { mode });
    await rename(aside, target);
  } catch (error) {
    await rm(aside, { force: true });
    throw new ModelsFileError(file, error instanceof Error ? error.message : String(error));
  }
}
