/** Scenes of the transcript that the gallery has no picture of, for the checks of access. */
import { event, Session } from "./conversation.ts";
import type { GalleryState } from "./harness/gallery-state.ts";
import { button } from "./harness/parts.ts";

/** Every role and kind of entry, and a tool of every kind, failed ones too. */
function everything(): Session {
  const session = new Session();
  session.user("Which **delay** do we use in @src/net/upload.ts:12?\n\n- one\n- two");
  session.answer([{ type: "thinking", thinking: "There is a `back-off` in upload.\n\n1. Look\n2. Change" }]);
  session.tool("read", { path: "src/net/upload.ts", offset: 3, limit: 40 }, "export const delay = 5;");
  session.tool("grep", { pattern: "delay" }, "src/a.ts:1: delay\nsrc/b.ts:2: delay");
  session.tool("ls", { path: "src" }, "a.ts\nb.ts");
  session.answer([
    {
      type: "text",
      text: "A table:\n\n| `a` | b |\n|---|---:|\n| `x` | 12 |\n\n```sh\nnpm test -- --watch\n```\n\n> [!WARNING]\n> Mind `this`.",
    },
  ]);
  session.tool(
    "bash",
    { command: "npm test" },
    "\u001b[31mfailed\u001b[0m 2\n\u001b[90mgrey\u001b[0m\n\nCommand exited with code 2",
    { isError: true },
  );
  session.tool("edit", { path: "src/net/upload.ts", edits: [] }, "ok", {
    details: { diff: "-41 wait(500)\n+41 wait(backoff(3))\n 42 done" },
  });
  session.tool("write", { path: "notes/new.md", content: "# New\n\nwords\n" }, "ok");
  session.tool(
    "jira_search",
    { query: "flaky", limit: 5, open: true, none: null },
    JSON.stringify([{ key: "UP-1", points: 3 }]),
  );
  session.tool("read", { path: "missing.ts" }, "No such file", { isError: true });
  session.message({
    role: "bashExecution",
    command: "git status",
    output: "clean",
    exitCode: 0,
    cancelled: false,
    truncated: false,
  });
  session.add({ type: "model_change", provider: "anthropic", modelId: "opus-4-5" });
  session.add({
    type: "compaction",
    summary: "[User]: hello\n(filtered 412 lines)\nkept",
    firstKeptEntryId: null,
    tokensBefore: 9000,
  });
  session.add({ type: "branch_summary", summary: "Lock ruled **out**", fromId: "x" });
  session.add({ type: "custom", customType: "todo-state", data: { open: 3 } });
  session.add({ type: "custom_message", customType: "plan", content: "A **plan**", display: true });
  session.add({ type: "telepathy", thought: [1, { deep: true }] });
  session.message({ role: "oracle", content: "x" });
  session.answer([{ type: "text", text: "Half" }], { stopReason: "error", errorMessage: "529 overloaded" });
  session.user("And the second question?");
  session.answer([{ type: "text", text: "The `delay` is 5 ms. See src/net/upload.ts:12." }]);
  return session;
}

/** Opens every fold there is, those inside others too. */
const openAll: GalleryState["act"] = async (panel) => {
  await panel.page.evaluate(() => {
    for (let round = 0; round < 3; round += 1) {
      for (const fold of document.querySelectorAll<HTMLElement>(".transcript [aria-expanded=false]")) fold.click();
    }
  });
  await panel.page.locator(".card-body").first().waitFor();
};

export const scenes: GalleryState[] = [
  { name: "everything, folded", height: 1600, open: () => ({ snapshot: everything().snapshot }) },
  { name: "everything, open", height: 3600, open: () => ({ snapshot: everything().snapshot }), act: openAll },
  {
    name: "notices and answers",
    open: () => ({ snapshot: everything().snapshot }),
    act: (panel) =>
      panel.push(
        { kind: "notice", at: 1, level: "warning", text: "Mind the gap", toast: true },
        { kind: "requestDone", at: 1, id: "r", title: "Delete tags?", outcome: { kind: "cancelled" } },
        event({ type: "cache_hint", hit: true } as never),
      ),
  },
  {
    name: "the menu of a line",
    open: () => ({ snapshot: everything().snapshot }),
    act: async (panel) => {
      await panel.page.locator("[data-bubble]").last().click({ button: "right" });
      await panel.page.getByRole("menu").waitFor();
    },
  },
  {
    name: "find with hits inside folds",
    open: () => ({ snapshot: everything().snapshot }),
    act: async (panel) => {
      await panel.page.keyboard.press("Control+f");
      await panel.page.getByRole("textbox", { name: "Find in the conversation" }).fill("delay");
      await panel.page.locator(".find-box").first().waitFor();
    },
  },
  {
    name: "scrolled up",
    height: 320,
    open: () => ({ snapshot: everything().snapshot, state: { isStreaming: true } }),
    act: async (panel) => {
      await panel.page.locator(".transcript").hover();
      await panel.page.mouse.wheel(0, -400);
      await button(panel, /^Scroll to the end/).waitFor();
    },
  },
];
