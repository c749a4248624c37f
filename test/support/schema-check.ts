import type { TSchema } from "typebox";
import { Errors } from "typebox/value";
import { SessionEntrySchema } from "../../server/protocol/entry.ts";
import { eventSchemas } from "../../server/protocol/event.ts";
import { ExtensionUIDialogSchema, ExtensionUINoticeSchema } from "../../server/protocol/extension-ui.ts";
import { responseSchemas } from "../../server/protocol/response.ts";
import type { WireRecord } from "./rpc.ts";

/** What is wrong with a record of stdout according to server/protocol, or undefined. */
export function misfit(record: WireRecord): string | undefined {
  switch (record.type) {
    case "response":
      return responseMisfit(record);
    case "extension_ui_request": {
      const problems = [ExtensionUIDialogSchema, ExtensionUINoticeSchema].map((schema) => first(schema, record));
      return problems.includes(undefined) ? undefined : `${record.method}: ${problems[0]}`;
    }
    default: {
      const schema = own(eventSchemas, record.type);
      if (!schema) return `unknown event ${record.type}`;
      const { type, ...fields } = record;
      const known = Object.keys(schema.properties);
      const unknown = Object.keys(fields).find((key) => !known.includes(key));
      if (unknown) return `${type} has the unknown field ${unknown}`;
      return type === "entry_appended" && !isKnown(fields.entry) ? undefined : first(schema, fields, type);
    }
  }
}

function responseMisfit(response: WireRecord): string | undefined {
  const keys = Object.keys(response).sort().join(" ");
  if (response.success === false) {
    const fits = /^command error (id )?success type$/.test(keys) && typeof response.error === "string";
    return fits ? undefined : `a failed response has the fields ${keys}`;
  }
  if (!/^command (data )?(id )?success type$/.test(keys)) return `a response has the fields ${keys}`;
  const schema = own(responseSchemas, String(response.command));
  if (!schema) return `a success of the unknown command ${response.command}`;
  // The tree nests one level an entry, too deep for a check that recurses.
  if (response.command === "get_tree") return undefined;
  const isEntries = response.command === "get_entries";
  const data = isEntries ? { ...response.data, entries: response.data.entries.filter(isKnown) } : response.data;
  return first(schema, data, response.command);
}

/** Entries that only other agents write are left out of the check: a client skips them. */
function isKnown(entry: { type: string }): boolean {
  if (entry.type === "model_change" && !("provider" in entry)) return false;
  return SessionEntrySchema.anyOf.some((schema) => schema.properties.type.const === entry.type);
}

function own<T extends object>(schemas: T, name: string): T[keyof T] | undefined {
  return Object.hasOwn(schemas, name) ? schemas[name as keyof T] : undefined;
}

function first(schema: TSchema, value: unknown, where = ""): string | undefined {
  const [error] = Errors(schema, value);
  return error && `${where}${error.instancePath} ${error.message}`;
}
