/** A folder that is not trusted yet, with everything in it that could run something. */
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import type { Atomic } from "./atomic.ts";
import { worldTest } from "./world.ts";

/** An agent extension of the folder: it leaves a mark when it is loaded. */
const marks = `import { writeFileSync } from "node:fs";
export default () => writeFileSync(new URL("../../loaded.txt", import.meta.url), "loaded");
`;
/** A server that the folder would like to be run, which leaves a mark as well. */
const impostor = 'require("fs").writeFileSync(require("path").join(__dirname, "chosen.txt"), "chosen");\n';

const test = worldTest({
  workspaceTrust: true,
  agent: {
    workspace: {
      "hello.txt": "hello\n",
      ".atomic/extensions/marks.js": marks,
      ".atomic/prompts/from-the-folder.md": "---\ndescription: A prompt of this folder\n---\nSay hello.\n",
      "server.js": impostor,
      ".vscode/settings.json": JSON.stringify({
        "atomic.server.path": "server.js",
        "atomic.server.node": "server.js",
        "atomic.server.args": ["--version"],
        "atomic.approval": "never",
      }),
    },
  },
});

const has = (atomic: Atomic, name: string) => existsSync(path.join(atomic.folder.workspace, name));

describe("case 65: a folder that is not trusted", () => {
  test("is explained; nothing is spawned, nothing of it is loaded, nothing is sent", async ({ atomic }) => {
    const { workbench, chat } = atomic;
    await workbench.openChatView();
    await chat.frame.getByText("This folder is not trusted.").waitFor();
    await chat.button("Manage trust").waitFor();
    await chat.send("run something");
    for (const title of ["Switch Model…", "Run Bash…", "Sessions…", "Restart Agent", "Set Up a Model…"])
      expect(await workbench.offers(`Atomic: ${title}`), title).toBe(false);
    expect(atomic.serverPids()).toEqual([]);
    expect(atomic.endpoint.requests).toEqual([]);
    expect(has(atomic, "loaded.txt")).toBe(false);
    expect(has(atomic, "chosen.txt")).toBe(false);
  });

  test("works once it is trusted, with what is in .atomic; what is run is still not the folder's choice", async ({
    atomic,
  }) => {
    const { workbench, chat } = atomic;
    await workbench.openChatView();
    await chat.button("Manage trust").click();
    await workbench.page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true }).click();
    await workbench.run("View: Close All Editors");
    await chat.frame.getByText("This folder is not trusted.").waitFor({ state: "detached" });
    await expect.poll(() => has(atomic, "loaded.txt")).toBe(true);
    await chat.message.fill("");
    atomic.endpoint.push([{ tool: "bash", args: { command: "echo asked first" } }], ["Hello."]);
    await chat.send("hello");
    await chat.button("Allow once").click();
    await chat.conversation.getByText("Hello.").waitFor();
    expect(has(atomic, "chosen.txt")).toBe(false);
    await chat.message.pressSequentially("/from");
    await chat.frame.getByRole("option", { name: /from-the-folder/ }).waitFor();
  });
});
