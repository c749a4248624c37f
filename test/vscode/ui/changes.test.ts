import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import type { Atomic } from "./atomic.ts";
import { test } from "./atomic.ts";

const write = (name: string, content: string) => ({ tool: "write", args: { path: name, content } });
const edit = (name: string, oldText: string, newText: string) => ({
  tool: "edit",
  args: { path: name, edits: [{ oldText, newText }] },
});

/** A run that edits one file and makes another. */
async function change(atomic: Atomic): Promise<{ read(name: string): string | undefined }> {
  atomic.folder.writeWorkspaceFile("kept.txt", "one\ntwo\nthree\n");
  rmSync(path.join(atomic.folder.workspace, "made.txt"), { force: true });
  await atomic.newChat();
  atomic.endpoint.push([edit("kept.txt", "two", "2")], [write("made.txt", "made\n")], ["All changed."]);
  await atomic.chat.send("change things");
  await atomic.chat.conversation.getByText("All changed.").waitFor();
  return {
    read(name) {
      const file = path.join(atomic.folder.workspace, name);
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    },
  };
}

describe("what the agent changed", () => {
  test("is counted in the panel and compared with the content before", async ({ atomic }) => {
    await change(atomic);
    await atomic.chat.frame.getByText("2 files", { exact: true }).waitFor();
    await atomic.workbench.run("Atomic: Review Changes");
    const review = atomic.workbench.editorTab(/Changes by Atomic \(2 files\)/);
    await review.waitFor();
    await atomic.app.page.locator(".multiDiffEntry", { hasText: "kept.txt" }).waitFor();
    await review.getByRole("button", { name: /Close/ }).click();
  });

  test("is undone for the files that are picked, after saying what will happen", async ({ atomic }) => {
    const { read } = await change(atomic);
    await atomic.workbench.run("Atomic: Undo Changes…");
    await atomic.workbench.quickPickRow(/kept\.txt.*It gets its content from before/).waitFor();
    await atomic.workbench.quickPickRow(/made\.txt.*Atomic created it/).waitFor();
    await atomic.workbench.quickInput.getByRole("button", { name: "OK" }).click();
    await expect.poll(() => [read("kept.txt"), read("made.txt")]).toEqual(["one\ntwo\nthree\n", undefined]);
    await atomic.chat.frame.getByText("2 files", { exact: true }).waitFor({ state: "detached" });
  });
});
