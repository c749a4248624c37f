/** The recorder behind `--trace`: both directions of the protocol, one JSON line each, secrets removed. */
import { createWriteStream, openSync } from "node:fs";
import { hideSecrets } from "../session/secrets.ts";

export interface Trace {
  received(line: string): void;
  sent(line: string): void;
}

const SECRET_FIELD =
  /("(?:api_?key|access_?token|refresh_?token|token|secret|password|authorization|key)"\s*:\s*")((?:[^"\\]|\\.)*)(")/gi;
const SECRET_TEXT =
  /\b(?:sk|pk|rk|ghp|gho|ghs|xox[abp]|AIza|glpat)[-_][A-Za-z0-9_-]{8,}|\bAIza[A-Za-z0-9_-]{20,}|\bBearer\s+[A-Za-z0-9._~+/-]{8,}/g;

/** Replaces keys in use and whatever looks like a key or a token. */
export function redact(line: string): string {
  return hideSecrets(line).replace(SECRET_FIELD, "$1***$3").replace(SECRET_TEXT, "***");
}

/** Records to `file`, which is made anew and readable by its owner only. Throws, naming the option, when it cannot be. */
export function openTrace(file: string): Trace {
  const stream = createWriteStream(file, { fd: open(file) });
  stream.on("error", (error) => process.stderr.write(`--trace ${file}: ${error.message}\n`));
  const record = (direction: "in" | "out") => (line: string) => {
    stream.write(`{"time":${Date.now()},"direction":"${direction}","record":${asJson(redact(line))}}\n`);
  };
  return { received: record("in"), sent: record("out") };
}

function open(file: string): number {
  try {
    return openSync(file, "w", 0o600);
  } catch (error) {
    throw new Error(`--trace ${file}: ${(error as Error).message}`);
  }
}

/** The record itself where it is JSON, otherwise its text. */
function asJson(line: string): string {
  try {
    JSON.parse(line);
    return line;
  } catch {
    return JSON.stringify(line);
  }
}
