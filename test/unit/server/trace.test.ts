import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTrace, redact } from "../../../server/rpc/trace.ts";
import { hideSecrets, rememberSecret } from "../../../server/session/secrets.ts";
import { until } from "../../support/until.ts";

test("keys are taken out by the name of their field and by their looks", () => {
  expect(redact('{"apiKey":"abc\\"def","name":"x"}')).toBe('{"apiKey":"***","name":"x"}');
  expect(redact('{"text":"use sk-ant-0123456789abcdef now"}')).toBe('{"text":"use *** now"}');
  expect(redact('{"text":"Authorization: Bearer abcdef.ghijkl"}')).toBe('{"text":"Authorization: ***"}');
  expect(redact('{"text":"a task-list and a key"}')).toBe('{"text":"a task-list and a key"}');
});

test("a key in use is taken out whatever it looks like, and short words are not taken for keys", () => {
  rememberSecret("plain-words-key");
  rememberSecret("abc");
  rememberSecret(undefined);
  expect(hideSecrets("refused: plain-words-key, abc")).toBe("refused: ***, abc");
  expect(redact('{"error":"plain-words-key"}')).toBe('{"error":"***"}');
});

test("both directions are recorded as JSON lines in a private file", async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "trace-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = path.join(dir, "t.jsonl");
  const trace = openTrace(file);
  trace.received('{"type":"get_state"}');
  trace.received("not json");
  trace.sent('{"type":"response"}');
  const read = () => readFileSync(file, "utf8").trim().split("\n");
  await until("three lines are written", () => read().length === 3);
  const lines = read().map((line) => JSON.parse(line) as { direction: string; record: unknown });
  expect(lines.map(({ direction, record }) => [direction, record])).toEqual([
    ["in", { type: "get_state" }],
    ["in", "not json"],
    ["out", { type: "response" }],
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
