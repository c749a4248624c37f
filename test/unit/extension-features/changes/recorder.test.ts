import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createTwoFilesPatch } from "diff";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ChangedFile, ChangeRecorder } from "../../../../extension/changes/recorder.ts";
import { ChangeStore } from "../../../../extension/changes/store.ts";
import { planUndo } from "../../../../extension/changes/undo.ts";
import type { RpcEvent } from "../../../../server/protocol/event.ts";

let root: string;
let cwd: string;
let store: ChangeStore;
let shown: ChangedFile[];
let recorder: ChangeRecorder;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "atomic-changes-"));
  cwd = path.join(root, "work");
  mkdirSync(cwd);
  store = new ChangeStore(path.join(root, "kept"));
  recorder = newRecorder("session-1");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function newRecorder(session: string): ChangeRecorder {
  const made = new ChangeRecorder({
    cwd,
    store,
    changed: (list) => {
      shown = list;
    },
  });
  made.open(session);
  return made;
}

const usage = {} as Extract<RpcEvent, { type: "message_update" }>["usage"];
const update = (
  assistantMessageEvent: Extract<RpcEvent, { type: "message_update" }>["assistantMessageEvent"],
): RpcEvent => ({ type: "message_update", usage, assistantMessageEvent });
const start = (id: string, args: Record<string, unknown>, toolName = "write"): RpcEvent => ({
  type: "tool_execution_start",
  toolCallId: id,
  toolName,
  args,
});
const end = (id: string, details?: unknown, isError = false, toolName = "write"): RpcEvent => ({
  type: "tool_execution_end",
  toolCallId: id,
  toolName,
  result: { content: [], details },
  isError,
});
const put = (name: string, text: string) => writeFileSync(path.join(cwd, name), text);
const kept = (ref: string | null | undefined) => store.get("session-1", ref)?.toString();

function call(id: string, name: string, text: string): void {
  recorder.receive(start(id, { path: name, content: text }));
  put(name, text);
  recorder.receive(end(id));
}

test("a file that a tool writes is listed with its counts, its content before is kept", () => {
  put("a.txt", "one\ntwo\nthree\n");
  call("c1", "a.txt", "one\n2\nthree\nfour\n");
  expect(shown).toEqual([{ path: "a.txt", added: 2, removed: 1 }]);
  const [record] = recorder.records;
  expect(kept(record?.before)).toBe("one\ntwo\nthree\n");
  expect(kept(record?.after)).toBe("one\n2\nthree\nfour\n");
});

test("several changes of a file are one line against the first content; going back to it takes it off the list", () => {
  put("a.txt", "one\n");
  call("c1", "a.txt", "two\n");
  call("c2", "a.txt", "three\n");
  expect(shown).toEqual([{ path: "a.txt", added: 1, removed: 1 }]);
  expect(kept(recorder.records[0]?.before)).toBe("one\n");
  expect(recorder.records[0]?.mixed).toBe(false);
  call("c3", "a.txt", "one\n");
  expect(shown).toEqual([]);
});

test("a new file has no content before", () => {
  call("c1", "new.txt", "hello\nworld\n");
  expect(shown).toEqual([{ path: "new.txt", added: 2, removed: 0 }]);
  expect(recorder.records[0]?.before).toBeNull();
});

test("other tools, failed calls and calls that change nothing are not listed", () => {
  put("a.txt", "one\n");
  recorder.receive(start("c1", { command: "echo > a.txt" }, "bash"));
  put("a.txt", "changed by bash\n");
  recorder.receive(end("c1", undefined, false, "bash"));
  recorder.receive(start("c2", { path: "a.txt" }, "edit"));
  recorder.receive(end("c2", undefined, true, "edit"));
  recorder.receive(start("c3", { path: 5 }));
  recorder.receive(end("c3"));
  expect(recorder.records).toEqual([]);
});

test("case 43: what bash changes after the agent's edit is a conflict for undo, which can take back the edit alone", () => {
  put("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n");
  call("c1", "a.txt", "1\ntwo\n3\n4\n5\n6\n7\n8\n");
  recorder.receive(start("c2", { command: "echo 9 >> a.txt" }, "bash"));
  put("a.txt", "1\ntwo\n3\n4\n5\n6\n7\n8\n9\n");
  recorder.receive(end("c2", undefined, false, "bash"));
  expect(shown).toEqual([{ path: "a.txt", added: 1, removed: 1 }]);
  const [record] = recorder.records;
  const content = (ref: string | null | undefined) => store.get("session-1", ref);
  const now = readFileSync(path.join(cwd, "a.txt"));
  expect(planUndo(content(record?.before), content(record?.after), now, record?.mixed ?? true)).toEqual({
    kind: "conflict",
    content: Buffer.from("1\n2\n3\n4\n5\n6\n7\n8\n"),
    merged: Buffer.from("1\n2\n3\n4\n5\n6\n7\n8\n9\n"),
  });
});

test("a failed call that had written already is listed", () => {
  put("a.txt", "one\n");
  recorder.receive(start("c1", { path: "a.txt", content: "two\n" }));
  put("a.txt", "two\n");
  recorder.receive(end("c1", undefined, true));
  expect(shown).toEqual([{ path: "a.txt", added: 1, removed: 1 }]);
});

test("a change by someone else between two changes of the agent is noticed", () => {
  put("a.txt", "one\n");
  call("c1", "a.txt", "two\n");
  put("a.txt", "two\nmine\n");
  call("c2", "a.txt", "three\nmine\n");
  expect(recorder.records[0]?.mixed).toBe(true);
});

test("parallel calls on one file are not taken for changes by others", () => {
  put("a.txt", "one\n");
  call("c0", "a.txt", "zero\n");
  recorder.receive(start("c1", { path: "a.txt" }, "edit"));
  recorder.receive(start("c2", { path: "a.txt" }, "edit"));
  put("a.txt", "first\n");
  recorder.receive(end("c1", undefined, false, "edit"));
  put("a.txt", "second\n");
  recorder.receive(end("c2", undefined, false, "edit"));
  expect(recorder.records[0]?.mixed).toBe(false);
  expect(kept(recorder.records[0]?.before)).toBe("one\n");
});

test("the content before is known although the tool ran faster than its start was reported: from the streamed call", () => {
  put("a.txt", "one\n");
  recorder.receive({ type: "message_start", message: { role: "assistant" } } as unknown as RpcEvent);
  recorder.receive(update({ type: "toolcall_start", contentIndex: 0 }));
  recorder.receive(update({ type: "toolcall_delta", contentIndex: 0, delta: '{"pa' }));
  recorder.receive(update({ type: "toolcall_delta", contentIndex: 0, delta: 'th":"a.t' }));
  recorder.receive(update({ type: "toolcall_delta", contentIndex: 0, delta: 'xt","content":"t' }));
  put("a.txt", "two\n");
  recorder.receive(start("c1", { path: "a.txt", content: "two\n" }));
  recorder.receive(end("c1"));
  expect(kept(recorder.records[0]?.before)).toBe("one\n");
});

test("and from the whole call, and for an edit from the patch in its result", () => {
  put("a.txt", "one\n");
  recorder.receive(
    update({
      type: "toolcall_end",
      contentIndex: 0,
      toolCall: { type: "toolCall", id: "c1", name: "write", arguments: { path: "a.txt" } },
    }),
  );
  put("a.txt", "two\n");
  recorder.receive(start("c1", { path: "a.txt" }));
  recorder.receive(end("c1"));
  expect(kept(recorder.records[0]?.before)).toBe("one\n");

  put("b.txt", "alpha\nBETA\ngamma\n");
  const patch = createTwoFilesPatch("b.txt", "b.txt", "alpha\nbeta\ngamma\n", "alpha\nBETA\ngamma\n");
  recorder.receive(start("c2", { path: "b.txt" }, "edit"));
  recorder.receive(end("c2", { patch }, false, "edit"));
  expect(kept(recorder.records[1]?.before)).toBe("alpha\nbeta\ngamma\n");
});

test("parallel calls that ran before anything was read: all their patches are taken back", () => {
  const [zero, one, two] = ["a\nb\nc\n", "A\nb\nc\n", "A\nb\nC\n"];
  put("a.txt", two);
  recorder.receive(start("c1", { path: "a.txt" }, "edit"));
  recorder.receive(start("c2", { path: "a.txt" }, "edit"));
  recorder.receive(end("c1", { patch: createTwoFilesPatch("a.txt", "a.txt", zero, one) }, false, "edit"));
  recorder.receive(end("c2", { patch: createTwoFilesPatch("a.txt", "a.txt", one, two) }, false, "edit"));
  expect(kept(recorder.records[0]?.before)).toBe(zero);
  expect(shown).toEqual([{ path: "a.txt", added: 2, removed: 2 }]);
});

test("what the server says of the content before is surer than what was read here", () => {
  put("a.txt", "read too early\n");
  recorder.receive(start("c1", { path: "a.txt" }));
  put("a.txt", "new\n");
  recorder.receive(end("c1", { patch: createTwoFilesPatch("a.txt", "a.txt", "edited while asked\n", "new\n") }));
  expect(kept(recorder.records[0]?.before)).toBe("edited while asked\n");
  put("b.txt", "made\n");
  recorder.receive(start("c2", { path: "b.txt" }));
  recorder.receive(end("c2", { created: true }));
  expect(recorder.records[1]?.before).toBeNull();
});

test("a patch that does not lead to what is there is not believed", () => {
  put("a.txt", "one\n");
  recorder.receive(start("c1", { path: "a.txt" }));
  put("a.txt", "two\n");
  recorder.receive(end("c1", { patch: createTwoFilesPatch("a.txt", "a.txt", "x\n", "y\n") }));
  recorder.receive(start("c2", { path: "a.txt" }));
  put("a.txt", "three\n");
  recorder.receive(end("c2", { patch: "no patch at all" }));
  expect(kept(recorder.records[0]?.before)).toBe("one\n");
  expect(recorder.records[0]?.mixed).toBe(false);
});

test("the list comes back from the store, for its own session only", () => {
  put("a.txt", "one\n");
  call("c1", "a.txt", "two\n");
  recorder.open("session-2");
  expect(shown).toEqual([]);
  const later = newRecorder("session-1");
  expect(shown).toEqual([{ path: "a.txt", added: 1, removed: 1 }]);
  later.forget([path.join(cwd, "a.txt")]);
  expect(shown).toEqual([]);
  expect(readdirSync(path.join(root, "kept"))).toEqual([]);
});

test("a session that comes back from another window has what was changed there", () => {
  call("c1", "a.txt", "mine\n");
  const other = newRecorder("session-1");
  recorder.receive(start("c2", { path: "b.txt", content: "theirs\n" }));
  put("b.txt", "theirs\n");
  recorder.receive(end("c2"));
  expect(other.list().map(({ path }) => path)).toEqual(["a.txt"]);
  other.close();
  other.open("session-1");
  expect(shown.map(({ path }) => path)).toEqual(["a.txt", "b.txt"]);
});

test("paths as models write them: leading @, absolute, outside the folder, file address", () => {
  put("a.txt", "one\n");
  recorder.receive(start("c1", { path: "@a.txt" }));
  put("a.txt", "two\n");
  recorder.receive(end("c1"));
  const outside = path.join(root, "outside.txt");
  recorder.receive(start("c2", { file_path: `file://${outside}` }));
  writeFileSync(outside, "x\n");
  recorder.receive(end("c2"));
  expect(shown.map((one) => one.path)).toEqual(["a.txt", outside]);
});

test("binary content is kept whole and counts no lines; a damaged index is an empty list", () => {
  const bytes = Buffer.from([0, 159, 146, 150, 0, 255]);
  writeFileSync(path.join(cwd, "a.bin"), bytes);
  call("c1", "a.bin", "text\n");
  expect(shown).toEqual([{ path: "a.bin", added: 0, removed: 0 }]);
  expect(store.get("session-1", recorder.records[0]?.before)).toEqual(bytes);
  writeFileSync(path.join(root, "kept/session-1/changes.json"), "{ torn");
  expect(store.load("session-1")).toEqual([]);
});

test("case 43: nothing inside .git, and nothing that no tool wrote, is touched or read into the store", () => {
  put("a.txt", "one\n");
  put("untouched.txt", "mine\n");
  call("c1", "a.txt", "two\n");
  expect(readFileSync(path.join(cwd, "untouched.txt"), "utf8")).toBe("mine\n");
  expect(readdirSync(path.join(root, "kept/session-1"))).toHaveLength(3);
});

test("old sessions are forgotten, newer ones stay", async () => {
  put("a.txt", "one\n");
  call("c1", "a.txt", "two\n");
  recorder.open("session-2");
  call("c2", "a.txt", "three\n");
  const old = new Date(Date.now() - 100_000);
  utimesSync(path.join(root, "kept/session-1/changes.json"), old, old);
  await store.prune(50_000);
  expect(readdirSync(path.join(root, "kept"))).toEqual(["session-2"]);
});
