import type { Gate } from "./gate.ts";
import type { ModelRequest } from "./model-request.ts";

/** Token counts as an OpenAI-compatible endpoint reports them. */
export interface EndpointUsage {
  prompt_tokens: number;
  completion_tokens: number;
  prompt_tokens_details?: { cached_tokens: number };
}

/**
 * One step of an answer. A string is text. `pieces` says how text or arguments are cut into chunks (default: four).
 * - `gate` waits until the test opens it
 * - `drop` cuts the connection, `silence` sends nothing more until the client gives up
 * - `raw` writes bytes into the event stream as they are
 */
export type Step =
  | string
  | { text: string; pieces?: readonly string[] }
  | { reasoning: string; pieces?: readonly string[] }
  | { tool: string; args: unknown; id?: string; pieces?: readonly string[] }
  | { gate: Gate }
  | { finish: "stop" | "length" | "tool_calls" | "content_filter" }
  | { usage: Partial<EndpointUsage> }
  | { raw: string }
  | { drop: true }
  | { silence: true };

/** An answer that is an HTTP error instead of a stream. */
export interface HttpError {
  status: number;
  /** A string goes out as it is, anything else as JSON. Default: an OpenAI-style error object. */
  body?: unknown;
  headers?: Record<string, string>;
}

export type Script = readonly Step[] | HttpError;
/** A script, or a function of the request that gives one. */
export type Reply = Script | ((request: ModelRequest) => Script);

export function isHttpError(script: Script): script is HttpError {
  return "status" in script;
}

/** Cuts text into up to four pieces at code point borders; long text into pieces of 32 Ki. */
export function cut(text: string): string[] {
  const points = text.length > 4096 ? undefined : [...text];
  const size = points ? Math.max(1, Math.ceil(points.length / 4)) : 32_768;
  const pieces: string[] = [];
  for (let i = 0; i < (points ?? text).length; i += size) {
    pieces.push(points ? points.slice(i, i + size).join("") : text.slice(i, i + size));
  }
  return pieces.length > 0 ? pieces : [""];
}
