/** Checks what comes in against the protocol's schemas. A refusal names the field. */
import type { TSchema } from "typebox";
import { Check, Errors } from "typebox/value";

/** Undefined when `value` fits the schema, otherwise what is wrong, naming the field. */
export function problem(schema: TSchema, value: unknown): string | undefined {
  if (Check(schema, value)) return undefined;
  const errors = Errors(schema, value);
  const error = errors.find((one) => one.keyword === "required") ?? errors[0];
  if (!error) return "does not fit its schema";
  if (error.keyword === "required") {
    const missing = (error.params as { requiredProperties: string[] }).requiredProperties[0];
    return `Missing field "${fieldName(error.instancePath, missing)}"`;
  }
  if (error.keyword === "additionalProperties") return `Unknown field in "${fieldName(error.instancePath)}"`;
  return `Invalid field "${fieldName(error.instancePath)}": ${describe(error)}`;
}

function fieldName(pointer: string, last?: string): string {
  const parts = pointer.split("/").slice(1);
  if (last !== undefined) parts.push(last);
  return parts.join(".");
}

function describe(error: { keyword: string; message: string; params: object }): string {
  if (error.keyword === "enum") {
    const { allowedValues } = error.params as { allowedValues: unknown[] };
    return `must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  }
  return error.message;
}
