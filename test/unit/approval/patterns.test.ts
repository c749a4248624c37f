import fc from "fast-check";
import { expect, test } from "vitest";
import { commandPattern } from "../../../server/builtin/approval/patterns.ts";
import { readCommand } from "../../../server/builtin/approval/shell-words.ts";

test.each([
  ["npm test", "npm test*"],
  ["npm test -- --watch", "npm test*"],
  ["npm run lint", "npm run lint*"],
  ["git status --short", "git status*"],
  ["cargo test -p x", "cargo test*"],
  ["vitest run a.test.ts", "vitest*"],
  ["ls -la build", "ls -la build*"],
  ["cat 'a b'", "cat 'a b'*"],
  ["  npm test  ", "npm test*"],
])("%j is offered as %j", (command, text) => {
  expect(commandPattern(command)?.text).toBe(text);
});

test.each([
  "node build.js",
  "bash -c ls",
  "npm exec x",
  "npx x",
  "git push",
  "git -c a=b status",
  "make",
  "npm test && ls",
  "X=1 npm test",
  "python x.py",
  "toString x",
])("%j is offered as it stands", (command) => {
  const pattern = commandPattern(command);
  expect([pattern?.text, pattern?.exact]).toEqual([command, true]);
  expect(pattern?.matches(command)).toBe(true);
  expect(pattern?.matches(`${command} x`)).toBe(false);
});

test.each(["", "   ", "a\nb", "x".repeat(201)])("%j makes no label", (command) => {
  expect(commandPattern(command)).toBeUndefined();
});

test.each(["npm test", "npm test -- --watch", "npm test 'a;b'", 'npm test  "x y"', "npm 'test'"])(
  "npm test* allows %j",
  (command) => {
    expect(commandPattern("npm test")?.matches(command)).toBe(true);
  },
);

test.each([
  "npm test; rm -rf /",
  "npm test && ls",
  "npm test | sh",
  "npm test & ls",
  "npm test > x",
  "npm test < x",
  "npm test $(ls)",
  "npm test `ls`",
  'npm test "$(ls)"',
  "npm test $X",
  "npm test\nls",
  "npm test (ls)",
  "npm test {a,b}",
  "npm test # x",
  "npm test 'x",
  "npm testing",
  "npm tests",
  "npm",
  "X=1 npm test",
  "! npm test",
  "npm  run test",
  "npm\u00a0test",
  "npm test\\",
])("npm test* does not allow %j", (command) => {
  expect(commandPattern("npm test")?.matches(command)).toBe(false);
});

const command = fc.constantFrom("npm test", "git status", "ls -la", "vitest", "cargo build", "node x.js", "cat a b");
const tail = fc
  .array(
    fc.constantFrom(
      " ",
      "x",
      "-v",
      ";",
      "&",
      "&&",
      "|",
      "||",
      ">",
      "<",
      "$(",
      ")",
      "`",
      "$X",
      "\n",
      "'",
      '"',
      "\\",
      "{",
      "}",
      "#",
      "(",
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

test("a pattern never reaches across an operator, a redirect or a substitution", () => {
  fc.assert(
    fc.property(command, tail, (base, rest) => {
      const pattern = commandPattern(base);
      const other = `${base}${rest}`.trim();
      if (!pattern?.matches(other) || other === base) return;
      const { simple, commands } = readCommand(other);
      expect(simple).toBe(true);
      expect(commands[0]?.words[0]).toBe(readCommand(base).commands[0]?.words[0]);
      // Outside of quotes there is none of the characters that begin something else.
      const unquoted = other.replaceAll(/\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g, "");
      expect(unquoted).not.toMatch(/[;&|<>$`(){}\n]/);
    }),
    { numRuns: 3000 },
  );
});

test("what is offered always allows the command it was offered for", () => {
  fc.assert(
    fc.property(command, tail, (base, rest) => {
      const text = `${base}${rest}`.trim();
      const pattern = commandPattern(text);
      if (pattern) expect(pattern.matches(text)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
