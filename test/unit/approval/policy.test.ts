import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { titleOf } from "../../../server/builtin/approval/gate.ts";
import { isOutside, toolPath } from "../../../server/builtin/approval/paths.ts";
import { questionFor } from "../../../server/builtin/approval/policy.ts";

let root = "";
let folder = "";
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "atomic-policy-")));
  folder = path.join(root, "workspace");
  mkdirSync(path.join(folder, "src"), { recursive: true });
  writeFileSync(path.join(root, "secret"), "");
  symlinkSync(root, path.join(folder, "up"));
  symlinkSync(path.join(folder, "src"), path.join(folder, "inner"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Mode = Parameters<typeof questionFor>[0];
const ask = (mode: Mode, toolName: string, input: Record<string, unknown>) =>
  questionFor(mode, { toolName, input }, folder, new Set(["ask_person"]));
const bash = (mode: Mode, command: string) => ask(mode, "bash", { command });

test("never: nothing is asked, not even what is dangerous", () => {
  expect(bash("never", "rm -rf /")).toBeUndefined();
  expect(ask("never", "write", { path: "/etc/passwd" })).toBeUndefined();
});

test("commands: every command, nothing else", () => {
  expect(bash("commands", "ls")).toMatchObject({
    heading: "Run this command?",
    why: "Every command is asked about.",
    subject: "ls",
  });
  expect(ask("commands", "powershell", { command: "dir" })?.heading).toBe("Run this command?");
  for (const tool of ["read", "edit", "write", "ls", "custom"])
    expect(ask("commands", tool, { path: "/etc/x" })).toBeUndefined();
});

test("ask: commands, changes and unknown tools; reading is free", () => {
  expect(bash("ask", "ls")?.heading).toBe("Run this command?");
  expect(ask("ask", "edit", { path: "src/a.ts" })).toMatchObject({ heading: "Edit this file?", subject: "src/a.ts" });
  expect(ask("ask", "write", { path: "b.ts" })).toMatchObject({ heading: "Write this file?", subject: "b.ts" });
  expect(ask("ask", "custom", { a: 1 })).toMatchObject({ heading: "Use this tool?", subject: 'custom {\n  "a": 1\n}' });
  for (const tool of ["read", "grep", "find", "ls", "ask_person"])
    expect(ask("ask", tool, { path: "src" })).toBeUndefined();
});

test("dangerous commands and delicate files are never offered for the session", () => {
  for (const mode of ["ask", "commands", "outside"] as const) {
    const question = bash(mode, "rm -rf src");
    expect(question).toMatchObject({ why: "Dangerous: it can delete files for good.", always: true });
    expect(question).not.toHaveProperty("pattern");
  }
  for (const file of [".git/hooks/pre-commit", ".vscode/tasks.json", ".env.local", ".atomic/settings.json"]) {
    expect(ask("ask", "write", { path: file })).not.toHaveProperty("pattern");
  }
  expect(ask("ask", "write", { path: "src/env.ts" })?.pattern?.text).toBe("src/env.ts");
});

test.each([
  "ls -la",
  "cat src/a.ts",
  "grep -rn x src | head -5",
  "mkdir -p src/new",
  "git status && git diff",
  "echo x > out.txt 2>&1",
  "cd src && ls",
  "sed -n '1,20p' src/a.ts",
  "ls > /dev/null",
  "find . -name '*.ts'",
  "cat inner/a.ts",
])("outside: %j stays in the folder", (command) => {
  expect(bash("outside", command)).toBeUndefined();
});

test.each([
  ["cat /etc/passwd", "/etc/passwd"],
  ["cat ~/.profile", "~/.profile"],
  ["cat ../secret", "../secret"],
  ["cat up/secret", "up/secret"],
  ["cat src/../../secret", "src/../../secret"],
  ["ls --color=auto --file=/etc/passwd", "/etc/passwd"],
  ["grep -f/etc/passwd x", "/etc/passwd"],
  ["cat 'up'/secret", "up/secret"],
  ["echo x > ../out", "../out"],
  ["cd src && cat ../../secret", "../../secret"],
  ["cd src && cat ../a", "../a"],
])("outside: %j reaches out", (command, where) => {
  expect(bash("outside", command)).toMatchObject({
    why: `It reaches outside the workspace folder: ${where}`,
    exactOnly: true,
  });
});

test.each([
  ["cat $HOME/x", "What it touches is known only when it runs."],
  ["cat `pwd`", "What it touches is known only when it runs."],
  ["curl https:", "It may use the network or other folders: curl"],
  ["npm test", "It may use the network or other folders: npm"],
  ["git fetch", "It may use the network or other folders: git"],
  ["sed -i s/a/b/ src/a.ts", "It may use the network or other folders: sed"],
  ["ls && ./run.sh", "It may use the network or other folders: ./run.sh"],
])("outside: %j is asked about", (command, why) => {
  expect(bash("outside", command)?.why).toBe(why);
});

test("outside: what reaches out is allowed for the session only as it stands", () => {
  expect(bash("outside", "cat /etc/passwd")?.pattern?.text).toBe("cat /etc/passwd");
  expect(bash("outside", "npm test")?.pattern?.text).toBe("npm test*");
});

test("outside: files of any tool, links followed", () => {
  expect(ask("outside", "read", { path: "src/a.ts" })).toBeUndefined();
  expect(ask("outside", "edit", { path: "inner/a.ts" })).toBeUndefined();
  expect(ask("outside", "read", { path: "up/secret" })).toMatchObject({
    heading: "Use this tool?",
    why: "It is outside the workspace folder.",
  });
  expect(ask("outside", "write", { path: "../new/deep/file" })).toMatchObject({
    subject: path.join(root, "new/deep/file"),
  });
  expect(ask("outside", "ls", {})).toBeUndefined();
  expect(ask("outside", "read", { path: "@/etc/passwd" })?.subject).toBe("read /etc/passwd");
  expect(ask("outside", "read", { path: "file:///etc/passwd" })?.subject).toBe("read /etc/passwd");
  expect(ask("outside", "custom", {})?.heading).toBe("Use this tool?");
});

test("paths are resolved as the tools resolve them", () => {
  expect(toolPath("~/x", folder)).toBe(path.join(os.homedir(), "x"));
  expect(toolPath("a\u00a0b", folder)).toBe(path.join(folder, "a b"));
  expect(isOutside(folder, folder)).toBe(false);
  expect(isOutside(`${folder}-other`, folder)).toBe(true);
  expect(isOutside(path.join(folder, "..."), folder)).toBe(false);
});

test("the title: the question, why it is asked, and the command whole in a fence that it cannot close", () => {
  expect(titleOf({ heading: "Run this command?", why: "Every command is asked about.", subject: "ls\npwd" })).toBe(
    "Run this command?\nEvery command is asked about.\n\n```\nls\npwd\n```",
  );
  expect(titleOf({ heading: "Run this command?", why: "x", subject: "echo '````'" })).toContain(
    "\n`````\necho '````'\n`````",
  );
});
