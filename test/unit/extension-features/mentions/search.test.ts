import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ignoredByGit } from "../../../../extension/mentions/git-ignored.ts";
import { PathIndex } from "../../../../extension/mentions/path-index.ts";
import { type MentionSources, searchMentions } from "../../../../extension/mentions/search.ts";
import type { MentionItem } from "../../../../extension/panel/messages.ts";

const symbol: MentionItem = {
  kind: "symbol",
  label: "UploadQueue",
  insert: "src/net/queue.ts:12-40",
  detail: "src/net/queue.ts",
};
const selection: MentionItem = { kind: "selection", label: "Selection", insert: "src/a.ts:3-9", detail: "a.ts:3-9" };
const problems: MentionItem = { kind: "problems", label: "Problems", insert: "problems", detail: "3 in this folder" };

const sources = (more: Partial<MentionSources> = {}): MentionSources => ({
  files: new PathIndex([
    "src/net/upload.ts",
    "test/net/upload.test.ts",
    "fixtures/uploads/x",
    "src/my upload.md",
    "plan.md",
    "readme.md",
  ]),
  editors: ["test/net/upload.test.ts", "plan.md"],
  specials: [selection, problems],
  symbols: async () => [symbol],
  ...more,
});
const options = { limit: 20, patienceMs: 1000 };

test("before anything is typed: selection, problems, open editors, then the folder's own folders and files", async () => {
  const items = await searchMentions("", sources(), options);
  expect(items.map((item) => [item.kind, item.insert])).toEqual([
    ["selection", "src/a.ts:3-9"],
    ["problems", "problems"],
    ["editor", "test/net/upload.test.ts"],
    ["editor", "plan.md"],
    ["folder", "fixtures/"],
    ["folder", "src/"],
    ["folder", "test/"],
    ["file", "readme.md"],
  ]);
});

test("all kinds answer one text: an open editor once and early, files, folders, symbols", async () => {
  const items = await searchMentions("upl", sources(), options);
  expect(items[0]).toEqual({
    kind: "editor",
    label: "upload.test.ts",
    insert: "test/net/upload.test.ts",
    detail: "test/net",
  });
  expect(items.filter((item) => item.insert === "test/net/upload.test.ts")).toHaveLength(1);
  expect(items).toContainEqual(symbol);
  expect(items).toContainEqual({ kind: "folder", label: "uploads", insert: "fixtures/uploads/", detail: "fixtures" });
  expect(items).toContainEqual({ kind: "file", label: "my upload.md", insert: '"src/my upload.md"', detail: "src" });
});

test("a special one is found by its label and stands first", async () => {
  expect((await searchMentions("prob", sources(), options))[0]).toEqual(problems);
});

test("lines typed after a name are part of what is inserted, for files only", async () => {
  const items = await searchMentions("my up:30-88", sources(), options);
  expect(items).toEqual([
    { kind: "file", label: "my upload.md:30-88", insert: '"src/my upload.md":30-88', detail: "src" },
  ]);
});

test("a language server that does not answer, or fails, keeps nobody waiting", async () => {
  const never = new Promise<MentionItem[]>(() => undefined);
  const silent = await searchMentions("upload", sources({ symbols: () => never }), { limit: 20, patienceMs: 1 });
  expect(silent.map((item) => item.kind)).not.toContain("symbol");
  const failing = sources({ symbols: () => Promise.reject(new Error("no server")) });
  expect(await searchMentions("upload", failing, options)).toEqual(silent);
});

test("what git ignores is known; without a repository nothing is", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "atomic-ignored-"));
  try {
    const files = ["a.ts", "out/b.js", "my file.log", "ü.log"];
    expect(await ignoredByGit(folder, files)).toEqual(new Set());
    execFileSync("git", ["init", "-q"], { cwd: folder });
    writeFileSync(path.join(folder, ".gitignore"), "out/\n*.log\n");
    expect(await ignoredByGit(folder, files)).toEqual(new Set(["out/b.js", "my file.log", "ü.log"]));
    expect(await ignoredByGit(path.join(folder, "missing"), files)).toEqual(new Set());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
