/**
 * Writes docs/protocol.schema.json (JSON Schema 2020-12) from the definitions in server/protocol. With `--check` it
 * writes nothing and fails when the file is not what it would write.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TSchema } from "typebox";
import { commandSchemas } from "../server/protocol/command.ts";
import * as entry from "../server/protocol/entry.ts";
import {
  AssistantMessageEventSchema,
  CompactionReasonSchema,
  eventSchemas,
  ToolResultSchema,
} from "../server/protocol/event.ts";
import * as ui from "../server/protocol/extension-ui.ts";
import * as message from "../server/protocol/message.ts";
import * as model from "../server/protocol/model.ts";
import * as response from "../server/protocol/response.ts";

type Json = { [key: string]: unknown };

const file = path.resolve(import.meta.dirname, "..", "docs", "protocol.schema.json");
const shared = {
  ...entry,
  ...ui,
  ...message,
  ...model,
  ...response,
  AssistantMessageEventSchema,
  CompactionReasonSchema,
  ToolResultSchema,
};

/** Every exported `<Name>Schema`, as plain JSON, by its name. */
const named = new Map<string, Json>();
for (const [key, value] of Object.entries(shared)) {
  if (key.endsWith("Schema")) named.set(key.slice(0, -"Schema".length), plain(value as TSchema));
}
const nameOf = new Map([...named].map(([name, schema]) => [JSON.stringify(schema), name]));

function plain(schema: TSchema): Json {
  return JSON.parse(JSON.stringify(schema)) as Json;
}

/** The node with every part that is a named schema replaced by a reference to it. */
function referenced(node: unknown, top = false): unknown {
  if (Array.isArray(node)) return node.map((item) => referenced(item));
  if (typeof node !== "object" || node === null) return node;
  const name = top ? undefined : nameOf.get(JSON.stringify(node));
  if (name) return { $ref: `#/$defs/${name}` };
  if ("$ref" in node) return { $ref: `#/$defs/${node.$ref}` };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, referenced(value)]));
}

/** A schema as it stands under `$defs`; a recursive one is unwrapped, its references point there too. */
function definition(schema: Json): unknown {
  const inner = schema.$defs && schema.$ref ? ((schema.$defs as Json)[schema.$ref as string] as Json) : schema;
  const { $id: _, ...rest } = inner;
  return referenced(rest, true);
}

/** A record: the fields of `schema` behind its type and its other leading fields. */
function record(schema: TSchema, lead: Json, required: string[]): Json {
  const { properties = {}, required: own = [], ...rest } = plain(schema) as { properties?: Json; required?: string[] };
  const fields = { ...lead, ...(referenced(properties) as Json) };
  return { ...rest, type: "object", properties: fields, required: [...required, ...own] };
}

function success(name: string, schema: TSchema): Json {
  const fields = {
    type: { const: "response" },
    id: { $ref: "#/$defs/Id" },
    command: { const: name },
    success: { const: true },
  };
  const required = ["type", "command", "success"];
  const data = referenced(plain(schema)) as Json;
  if (data.type === "undefined") return { type: "object", properties: fields, required };
  const variants = (data.anyOf as Json[] | undefined)?.filter((variant) => variant.type !== "undefined");
  const optional = variants !== undefined && variants.length < (data.anyOf as Json[]).length;
  const body = optional ? (variants.length === 1 ? variants[0] : { anyOf: variants }) : data;
  return {
    type: "object",
    properties: { ...fields, data: body },
    required: optional ? required : [...required, "data"],
  };
}

const id = { $ref: "#/$defs/Id" };
const failure = {
  type: "object",
  description: 'A command that failed; "parse" as command for a record that is none.',
  properties: {
    type: { const: "response" },
    id,
    command: { type: "string" },
    success: { const: false },
    error: { type: "string" },
  },
  required: ["type", "command", "success", "error"],
};
const commands = Object.entries(commandSchemas).map(([name, schema]) =>
  record(schema, { id, type: { const: name } }, ["type"]),
);
const events = Object.entries(eventSchemas).map(([name, schema]) =>
  record(schema, { type: { const: name } }, ["type"]),
);
const answers = (plain(ui.ExtensionUIAnswerSchema).anyOf as Json[]).map((answer) => {
  const lead = { type: { const: "extension_ui_response" }, id: { type: "string" } };
  return record(answer as unknown as TSchema, lead, ["type", "id"]);
});

const schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Atomic RPC protocol",
  description: "One record is one line. A client writes Command and ExtensionUIResponse, a server writes the others.",
  anyOf: ["Command", "ExtensionUIResponse", "Response", "Event", "ExtensionUIRequest"].map((name) => ({
    $ref: `#/$defs/${name}`,
  })),
  $defs: {
    Id: { type: ["string", "number"], description: "Echoed as it came" },
    Command: { anyOf: commands },
    ExtensionUIResponse: { anyOf: answers },
    Response: {
      anyOf: [...Object.entries(response.responseSchemas).map(([name, data]) => success(name, data)), failure],
    },
    Event: { anyOf: events },
    ExtensionUIRequest: { anyOf: [{ $ref: "#/$defs/ExtensionUIDialog" }, { $ref: "#/$defs/ExtensionUINotice" }] },
    ...Object.fromEntries([...named].map(([name, each]) => [name, definition(each)])),
  },
};

const text = `${JSON.stringify(schema, null, 2)}\n`;

/** Throws when docs/protocol.schema.json is not what the definitions give. */
export function checkSchema(): void {
  if (readIfThere() !== text) {
    throw new Error("docs/protocol.schema.json is stale: run node scripts/protocol-schema.ts");
  }
}

function readIfThere(): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  if (process.argv.includes("--check")) checkSchema();
  else writeFileSync(file, text);
}
