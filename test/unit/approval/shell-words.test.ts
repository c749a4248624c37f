import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCommand } from "../../../server/builtin/approval/shell-words.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "atomic-words-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("words without their quotes, and where they end", () => {
  const { simple, commands, ends } = readCommand(`git commit -m 'it''s "so"' "a\\"b" c\\ d`);
  expect([simple, commands]).toEqual([
    true,
    [{ words: ["git", "commit", "-m", 'its "so"', 'a"b', "c d"], piped: false }],
  ]);
  expect(ends).toEqual([3, 10, 13, 26, 33, 38]);
});

test.each([
  "a; b",
  "a && b",
  "a || b",
  "a | b",
  "a & b",
  "a &",
  "a\nb",
  "a > f",
  "a 2>&1",
  "a < f",
  "a <<< b",
  "a $(b)",
  "a `b`",
  "a $HOME",
  'a "$HOME"',
  'a "$(b)"',
  'a "`b`"',
  "(a)",
  "{ a; }",
  "a {b,c}",
  "a # b",
  "! a",
  "X=1 a",
  "a 'b",
  'a "b',
  "a \\",
  "a\rb",
  "a\u00a0b",
  "",
  "  ",
  "#a",
])("%j is not simple", (text) => {
  expect(readCommand(text).simple).toBe(false);
});

test("commands between operators and inside substitutions are all seen", () => {
  expect(readCommand("a b && c | d; $(e f) `g` > h").commands.map(({ words }) => words)).toEqual([
    ["a", "b"],
    ["c"],
    ["d"],
    ["$"],
    ["e", "f"],
    ["`g`", "h"],
  ]);
});

const pieces = fc.constantFrom(
  "a",
  "b c",
  "-x",
  " ",
  "  ",
  "\t",
  "'",
  '"',
  "\\",
  "\\\n",
  "=",
  ":",
  ",",
  "#",
  "é",
  "🦀",
  ";",
  "&",
  "|",
  ">",
  "<",
  "$",
  "`",
  "(",
  ")",
  "{",
  "}",
  "!",
  "\n",
  "~x",
);
const text = fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));

test.runIf(existsSync("/bin/bash"))(
  "what is called simple is read by bash as exactly these words, and runs nothing else",
  () => {
    const candidates = fc
      .sample(text, { numRuns: 6000, seed: 20260921 })
      .filter((one) => readCommand(`show ${one}`).simple);
    expect(candidates.length).toBeGreaterThan(100);
    const script = candidates.map((one) => `show ${one}\nprintf '\\1'`).join("\n");
    const run = spawnSync(
      "/bin/bash",
      ["--norc", "-c", `set -f; show() { for word; do printf '%s\\0' "$word"; done; }\n${script}`],
      {
        cwd: folder,
        encoding: "utf8",
        env: { PATH: "", LC_ALL: "C.UTF-8" },
      },
    );
    expect(run.stderr).toBe("");
    const seen = run.stdout
      .split("\u0001")
      .slice(0, -1)
      .map((words) => words.split("\0").slice(0, -1));
    expect(seen).toEqual(candidates.map((one) => readCommand(`show ${one}`).commands[0]?.words.slice(1)));
  },
);

test("whatever the text, reading it ends and its words are in the text", () => {
  fc.assert(
    fc.property(fc.string(), (any) => {
      for (const word of readCommand(any).commands.flatMap(({ words }) => words))
        for (const char of word) expect(any).toContain(char);
    }),
  );
});

test("which commands stand behind a pipe", () => {
  const piped = (text: string) => readCommand(text).commands.map((command) => command.piped);
  expect(piped("a | b; c")).toEqual([false, true, false]);
  expect(piped("a |& b && c")).toEqual([false, true, false]);
});
