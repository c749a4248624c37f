import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { ChangeActions } from "../../../extension/changes/actions.ts";
import { BEFORE_SCHEME } from "../../../extension/changes/before-documents.ts";
import { ChangeRecorder } from "../../../extension/changes/recorder.ts";
import { ChangeStore } from "../../../extension/changes/store.ts";
import { reconcile, saveBeforePrompt } from "../../../extension/changes/unsaved.ts";
import { Answers, eventually } from "./answers.ts";

suite("changes of the agent", () => {
  let root: string;
  let answers: Answers | undefined;
  let recorder: ChangeRecorder;
  let actions: ChangeActions;

  setup(() => {
    root = mkdtempSync(path.join(os.tmpdir(), "atomic-changes-"));
    const store = new ChangeStore(path.join(root, ".kept"));
    recorder = new ChangeRecorder({ cwd: root, store, changed: () => undefined });
    recorder.open("s-1");
    // The extension itself serves these documents from its own store.
    actions = new ChangeActions(store);
  });
  teardown(async () => {
    answers?.restore();
    actions.dispose();
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  const file = (name: string) => path.join(root, name);
  const read = (name: string) => readFileSync(file(name), "utf8");
  let calls = 0;
  function agentWrites(name: string, text: string): void {
    calls += 1;
    const toolCallId = `c${calls}`;
    recorder.receive({ type: "tool_execution_start", toolCallId, toolName: "write", args: { path: name } });
    writeFileSync(file(name), text);
    recorder.receive({
      type: "tool_execution_end",
      toolCallId,
      toolName: "write",
      result: { content: [] },
      isError: false,
    });
  }
  async function typeInto(name: string, text: string, line = 0): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(file(name));
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(line, 0), text));
    return document;
  }

  test("the comparison shows the content before beside the file as it is", async () => {
    writeFileSync(file("a.txt"), "one\n");
    agentWrites("a.txt", "two\n");
    await actions.openDiff(recorder, "a.txt");
    const input = await eventually(() => {
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return tab instanceof vscode.TabInputTextDiff && tab;
    }, "a comparison");
    assert.equal(input.original.scheme, BEFORE_SCHEME);
    assert.equal(input.modified.fsPath, file("a.txt"));
    const before = await eventually(
      () => vscode.workspace.textDocuments.find((one) => one.uri.toString() === input.original.toString()),
      "the document from before",
    );
    assert.equal(before.getText(), "one\n");
  });

  test("review opens all changed files at once", async () => {
    writeFileSync(file("a.txt"), "one\n");
    agentWrites("a.txt", "two\n");
    agentWrites("new.txt", "new\n");
    await actions.review(recorder);
    const tab = await eventually(
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes("Changes by Atomic"),
      "the review",
    );
    assert.ok(tab);
  });

  test("case 43: undo says what it will do, restores and removes, and leaves everything else alone", async () => {
    writeFileSync(file("a.txt"), "one\n");
    writeFileSync(file("mine.txt"), "mine\n");
    agentWrites("a.txt", "two\n");
    agentWrites("new.txt", "new\n");
    answers = new Answers("a.txt", "new.txt");
    assert.deepEqual(await actions.undo(recorder), [file("a.txt"), file("new.txt")]);
    assert.deepEqual(answers.asked, [
      "a.txt: It gets its content from before.\nnew.txt: Atomic created it. It goes to the trash.",
    ]);
    assert.equal(read("a.txt"), "one\n");
    assert.equal(existsSync(file("new.txt")), false);
    assert.equal(read("mine.txt"), "mine\n");
    assert.deepEqual(recorder.list(), []);
  });

  test("case 43: undo in a repository touches neither HEAD, index, stash nor untracked files", async () => {
    const git = (...args: string[]) => execFileSync("git", ["-C", root, ...args], { encoding: "utf8" });
    git("init", "--quiet");
    git("config", "user.email", "someone@example.org");
    git("config", "user.name", "Someone");
    writeFileSync(file(".gitignore"), ".kept\n");
    for (const name of ["a.txt", "staged.txt", "stashed.txt"]) writeFileSync(file(name), "one\n");
    git("add", ".");
    git("commit", "--quiet", "--message", "one");
    writeFileSync(file("stashed.txt"), "for later\n");
    git("stash", "--quiet");
    writeFileSync(file("staged.txt"), "staged\n");
    git("add", "staged.txt");
    writeFileSync(file("untracked.txt"), "mine\n");
    const state = () => [
      git("rev-parse", "HEAD"),
      git("ls-files", "--stage"),
      git("stash", "list", "--format=%H"),
      git("status", "--porcelain"),
      read("untracked.txt"),
    ];
    const before = state();
    agentWrites("a.txt", "two\n");
    agentWrites("new.txt", "new\n");
    assert.notDeepEqual(state(), before);
    answers = new Answers("a.txt", "new.txt");
    await actions.undo(recorder);
    assert.deepEqual(state(), before);
    assert.equal(read("a.txt"), "one\n");
  });

  test("case 43: of several files only those picked are undone", async () => {
    for (const name of ["a.txt", "b.txt"]) writeFileSync(file(name), "one\n");
    for (const name of ["a.txt", "b.txt"]) agentWrites(name, "two\n");
    answers = new Answers("b.txt");
    assert.deepEqual(await actions.undo(recorder), [file("b.txt")]);
    assert.equal(read("a.txt"), "two\n");
    assert.deepEqual(recorder.list(), [{ path: "a.txt", added: 1, removed: 1 }]);
  });

  test("case 43: undo that is not confirmed changes nothing", async () => {
    writeFileSync(file("a.txt"), "one\n");
    agentWrites("a.txt", "two\n");
    answers = new Answers();
    assert.deepEqual(await actions.undo(recorder, "a.txt"), []);
    assert.equal(read("a.txt"), "two\n");
    assert.equal(recorder.list().length, 1);
  });

  test("case 43: a file that somebody changed since, such as a command of the agent, is asked about; only the agent's change goes", async () => {
    writeFileSync(file("a.txt"), "1\n2\n3\n4\n5\n6\n7\n8\n");
    agentWrites("a.txt", "1\ntwo\n3\n4\n5\n6\n7\n8\n");
    writeFileSync(file("a.txt"), "1\ntwo\n3\n4\n5\n6\n7\nmine\n");
    answers = new Answers("Undo", "Undo Only Atomic's Change");
    await actions.undo(recorder, "a.txt");
    assert.equal(read("a.txt"), "1\n2\n3\n4\n5\n6\n7\nmine\n");
    assert.deepEqual(recorder.list(), []);
  });

  test("case 43: unsaved text of a file is never passed over by undo", async () => {
    writeFileSync(file("a.txt"), "one\n");
    agentWrites("a.txt", "two\n");
    const document = await typeInto("a.txt", "typed ");
    answers = new Answers("Undo");
    assert.deepEqual(await actions.undo(recorder), []);
    assert.match(answers.asked[1] ?? "", /Unsaved changes in a\.txt/);
    assert.equal(document.getText(), "typed two\n");
    assert.equal(read("a.txt"), "two\n");
  });

  test("an edit of a file someone types in: both changes come together and can be saved", async () => {
    const text = "1\n2\n3\n4\n5\n6\n7\n8\n";
    const after = "1\n2\n3\n4\n5\n6\n7\neight\n";
    writeFileSync(file("a.txt"), text);
    const document = await typeInto("a.txt", "typed ");
    writeFileSync(file("a.txt"), after);
    answers = new Answers("Keep Both Changes");
    await reconcile(file("a.txt"), Buffer.from(text), Buffer.from(after));
    assert.match(answers.asked[0] ?? "", /a\.txt on disk while the editor has unsaved changes/);
    assert.equal(document.getText(), "typed 1\n2\n3\n4\n5\n6\n7\neight\n");
    assert.equal(await document.save(), true);
    assert.equal(read("a.txt"), "typed 1\n2\n3\n4\n5\n6\n7\neight\n");
  });

  test("before a prompt unsaved files of the folder are saved, or asked about, or left", async () => {
    writeFileSync(file("a.txt"), "one\n");
    const document = await typeInto("a.txt", "typed ");
    assert.equal(await saveBeforePrompt(path.join(root, "elsewhere"), "save"), true);
    assert.equal(await saveBeforePrompt(root, "leave"), true);
    answers = new Answers();
    assert.equal(await saveBeforePrompt(root, "ask"), false);
    assert.equal(document.isDirty, true);
    assert.equal(await saveBeforePrompt(root, "save"), true);
    assert.equal(document.isDirty, false);
    assert.equal(read("a.txt"), "typed one\n");
  });
});
