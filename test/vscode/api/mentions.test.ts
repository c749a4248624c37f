import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { Mentions } from "../../../extension/mentions/mentions.ts";
import { eventually } from "./answers.ts";

suite("mentions", () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const place = path.join(folder, "mentioned");
  let mentions: Mentions;

  setup(() => {
    mkdirSync(path.join(place, "node_modules"), { recursive: true });
    writeFileSync(path.join(place, "upload.ts"), "first\nsecond\nthird\n");
    writeFileSync(path.join(place, "node_modules/upload.js"), "");
    mentions = new Mentions();
  });
  teardown(async () => {
    mentions.dispose();
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  });

  const found = async (text: string) => (await mentions.query(text, folder)).map((item) => item.insert);

  test("files and folders are found, what search leaves out is not", async () => {
    assert.deepEqual(await found("upload"), ["mentioned/upload.ts"]);
    assert.equal((await found("mentioned"))[0], "mentioned/");
  });

  test("a file that is made later is found", async () => {
    await found("x");
    writeFileSync(path.join(place, "later.ts"), "");
    let inserts: string[] = [];
    await eventually(() => {
      void found("later").then((items) => {
        inserts = items;
      });
      return inserts.includes("mentioned/later.ts");
    }, "the new file");
  });

  test("the selection stands first, by path and lines, and brings its text, unsaved or not", async () => {
    const document = await vscode.workspace.openTextDocument(path.join(place, "upload.ts"));
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), "typed "));
    editor.selection = new vscode.Selection(1, 0, 3, 0);
    const [first, second] = await mentions.query("", folder);
    assert.deepEqual(first, {
      kind: "selection",
      label: "Selection",
      insert: "mentioned/upload.ts:2-3",
      detail: "upload.ts:2-3",
    });
    assert.equal(second?.kind, "editor");
    const message = await mentions.expand("Explain @mentioned/upload.ts:2-3", folder);
    assert.equal(
      message,
      "Explain @mentioned/upload.ts:2-3\n\nmentioned/upload.ts:2-3\n```typescript\ntyped second\nthird\n```",
    );
  });

  test("problems of the folder are offered with their number and listed in the message", async () => {
    const problems = vscode.languages.createDiagnosticCollection("test");
    try {
      const range = new vscode.Range(1, 4, 1, 5);
      const wrong = new vscode.Diagnostic(range, "is wrong", vscode.DiagnosticSeverity.Error);
      problems.set(vscode.Uri.file(path.join(place, "upload.ts")), [wrong]);
      const item = (await mentions.query("", folder)).find(({ kind }) => kind === "problems");
      assert.equal(item?.detail, "1 in this folder");
      assert.match(await mentions.expand("Fix @problems", folder), /mentioned\/upload\.ts:2:5 error: is wrong/);
    } finally {
      problems.dispose();
    }
  });

  test("lines of a file that is not open come from disk; a file as a whole speaks for itself", async () => {
    writeFileSync(path.join(place, "closed.ts"), "first\nsecond\nthird\n");
    assert.match(await mentions.expand("See @mentioned/closed.ts:2", folder), /closed\.ts:2\n```ts\nsecond\n```$/);
    assert.equal(await mentions.expand("See @mentioned/upload.ts", folder), "See @mentioned/upload.ts");
    assert.equal(await mentions.expand("See @nowhere.ts:2", folder), "See @nowhere.ts:2");
  });
});
