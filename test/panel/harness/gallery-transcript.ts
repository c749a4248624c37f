/** What stands in a transcript, for the gallery: Markdown, tools, rows, and what one does with them. */
import type { AssistantMessage } from "../../../server/protocol/message.ts";
import {
  assistant,
  call,
  conversation,
  event,
  result,
  settled,
  short,
  start,
  text,
  thinking,
  user,
} from "./conversation.ts";
import type { GalleryState } from "./gallery-state.ts";
import { picture, png } from "./items.ts";
import type { OpenOptions, Panel } from "./panel.ts";
import { button } from "./parts.ts";
import { stats } from "./samples.ts";
import { diagram, longDiff, longQuestion, markdown, math } from "./texts.ts";

const answer = (question: string, words: string): OpenOptions => ({
  snapshot: settled(user(question), assistant([text(words)])),
  state: { stats: stats(72_000) },
});

const tool = (panel: Panel, name: string) => panel.page.getByRole("group", { name: `Tool ${name}` });

/** Opens every folded row or card that the page shows. */
async function unfold(panel: Panel): Promise<void> {
  await panel.page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLElement>(".transcript [aria-expanded=false]")) fold.click();
  });
}

const seconds = (count: number) => new Date(start + count * 1000).toISOString();
const dated = (message: AssistantMessage, at: number): AssistantMessage => ({
  ...message,
  timestamp: start + at * 1000,
});

const allowed = { approval: { allowed: "session", pattern: "ls -la build*" } };

const rows = settled(
  { type: "model_change", provider: "anthropic", modelId: "sonnet-4-5" },
  { type: "thinking_level_change", thinkingLevel: "medium" },
  user("Look round"),
  assistant(
    [
      thinking("The lock may be held while the checksum of the whole file is computed."),
      call("r1", "read", { path: "src/net/upload.ts" }),
      call("r2", "read", { path: "src/net/retry.ts" }),
      call("r3", "read", { path: "src/net/missing.ts" }),
    ],
    "toolUse",
  ),
  result("r1", "read", "const a = 1;"),
  result("r2", "read", "const b = 2;"),
  result("r3", "read", "No such file", undefined, true),
  { type: "model_change", provider: "anthropic", modelId: "opus-4-5", timestamp: seconds(9) },
  { type: "thinking_level_change", thinkingLevel: "high" },
  { type: "branch_summary", summary: "Lock ruled out: it is held for the whole upload.", fromId: "x" },
  { type: "custom", customType: "index_state", data: { files: 1204, stale: false } },
  { type: "cache_hint", ttl: 300 } as never,
  assistant([text("The lock is not the cause.")]),
);

const lint =
  "\u001b[31merror\u001b[39m noUnusedVariables  src/net/upload.ts:12:7 this variable is never read\n\nCommand exited with code 1";
const earlier = Array.from({ length: 190 }, (_, line) => ` \u001b[32m✓\u001b[39m case ${line + 1}`).join("\n");

const cards = settled(
  user("Check the work"),
  dated(assistant([call("b1", "bash", { command: "ls -la build*" })], "toolUse"), 1),
  result("b1", "bash", "build-2.1\nbuild-2.2", allowed),
  assistant([call("b2", "bash", { command: "npm test" })], "toolUse"),
  result("b2", "bash", earlier),
  assistant([call("b3", "bash", { command: "npm run lint" })], "toolUse"),
  result("b3", "bash", lint, undefined, true),
  assistant([call("j1", "jira_search", { query: "UPLOAD-118", limit: 5, open: true })], "toolUse"),
  result("j1", "jira_search", '[{"key":"UPLOAD-118","title":"Flaky upload"},{"key":"UPLOAD-97","title":"Retry"}]'),
  assistant(
    [
      call("w1", "write", {
        path: ".changeset/calm-pens-wait.md",
        content: "---\n'atlas-web': minor\n---\n\nUploads wait\nwith back-off\n",
      }),
    ],
    "toolUse",
  ),
  result("w1", "write", "Wrote .changeset/calm-pens-wait.md"),
  assistant([call("e1", "edit", { path: "src/net/upload.ts", edits: [] })], "toolUse"),
  result("e1", "edit", "The text to replace was not found in src/net/upload.ts", undefined, true),
);

const bigPicture = {
  type: "image" as const,
  mimeType: "image/png",
  data: png(640, 360, [
    [38, 70, 120],
    [52, 92, 150],
  ]).toString("base64"),
};

const images = settled(
  {
    role: "user",
    timestamp: start,
    content: [text("Make the left one look like the right one"), picture(0), picture(1)],
  },
  assistant([call("r1", "read", { path: "docs/dialog.png" })], "toolUse"),
  {
    role: "toolResult",
    toolCallId: "r1",
    toolName: "read",
    content: [text("Read image file [image/png]"), bigPicture],
    isError: false,
    timestamp: start,
  },
  assistant([text("The dialog in `docs/dialog.png` has no border.")]),
);

const thinkingNow = (now: number): OpenOptions => ({
  snapshot: {
    ...settled(user("Why does the server wait before it answers the last part?")),
    records: [
      event({ type: "agent_start" }, now - 7000),
      event({ type: "message_start", message: assistant([], "pending") }, now - 6500),
      event(
        {
          type: "message_update",
          assistantMessageEvent: {
            type: "thinking_delta",
            contentIndex: 0,
            delta:
              "The last part triggers the checksum of the whole file. That is done under the lock, so the other parts wait for it.",
          },
        } as never,
        now - 6000,
      ),
    ],
  },
  state: { isStreaming: true, stats: stats(124_000) },
});

export const transcriptStates: GalleryState[] = [
  { name: "02-thinking", height: 480, open: () => thinkingNow(Date.now()) },
  {
    name: "03-bar",
    height: 1010,
    open: () => ({ snapshot: conversation, state: { stats: stats(72_000) } }),
    act: async (panel) => {
      await panel.page.getByText("Read 6 files").filter({ visible: true }).first().click();
      await panel.page.getByText("Add a changelog entry for 2.4.").hover();
      await panel.page.locator(".bubble-bar").last().getByRole("button", { name: "Fork from here" }).hover();
    },
  },
  {
    name: "03-sticky",
    height: 560,
    open: () => ({ snapshot: conversation, state: { stats: stats(72_000) } }),
    act: async (panel) => {
      await panel.page.getByRole("log").evaluate((log) => log.scrollTo(0, 150));
      await panel.page.locator(".sticky").waitFor();
      await panel.page.locator(".jump").waitFor();
    },
  },
  {
    name: "03-focus",
    open: () => ({ snapshot: conversation, state: { stats: stats(72_000) } }),
    act: async (panel) => {
      await panel.page.getByRole("log").press("Home");
      for (let step = 0; step < 4; step += 1) await panel.page.keyboard.press("ArrowDown");
    },
  },
  {
    name: "03-menu",
    height: 480,
    open: () => ({ snapshot: short, state: { stats: stats(72_000) } }),
    act: async (panel) => {
      await panel.page.getByText("Three folders").click({ button: "right" });
      await panel.page.getByRole("menu").waitFor();
    },
  },
  {
    name: "03-edit-message",
    height: 480,
    open: () => ({ snapshot: short, state: { stats: stats(72_000) } }),
    act: async (panel) => {
      await panel.page.locator(".bubble").hover();
      await button(panel, "Edit and resend").click();
    },
  },
  {
    name: "03-label",
    height: 480,
    open: () => ({
      snapshot: settled(
        user("Fix the flaky upload test"),
        assistant([text("Fixed with back-off in two places.")]),
        { type: "label", targetId: "00000002", label: "before the release" },
        user("Add a changelog entry"),
        assistant([text("Done.")]),
      ),
      state: { stats: stats(72_000) },
    }),
    act: (panel) => button(panel, "Label").last().click(),
  },
  {
    name: "03-compaction-open",
    height: 900,
    open: () => ({ snapshot: conversation, state: { stats: stats(72_000) } }),
    act: async (panel) => {
      await panel.page
        .getByText(/^Compacted/)
        .first()
        .click();
      await panel.page.getByText("lines filtered").waitFor();
    },
  },
  {
    name: "03-long-message",
    height: 480,
    open: () => ({ snapshot: settled(user(longQuestion), assistant([text("The third run fails.")])) }),
  },
  { name: "10-rows", height: 620, open: () => ({ snapshot: rows, state: { stats: stats(72_000) } }) },
  { name: "10-rows-open", height: 900, open: () => ({ snapshot: rows, state: { stats: stats(72_000) } }), act: unfold },
  { name: "10-cards", height: 820, open: () => ({ snapshot: cards, state: { stats: stats(72_000) } }) },
  {
    name: "10-cards-open",
    height: 1400,
    open: () => ({ snapshot: cards, state: { stats: stats(72_000) } }),
    act: unfold,
  },
  { name: "11-markdown", height: 1250, open: () => answer("Show me how answers look", markdown) },
  {
    name: "11-math",
    height: 560,
    open: () => answer("How fast does the wait grow?", math),
    act: (panel) => panel.page.locator("math").first().waitFor(),
  },
  {
    name: "11-diagram",
    height: 620,
    open: () => answer("Draw it", diagram),
    act: async (panel) => {
      const drawn = panel.page.getByRole("button", { name: "Show diagram" });
      if (await drawn.isVisible()) await drawn.click();
      else {
        await button(panel, "More").click();
        await panel.page.getByRole("menuitem", { name: "Show diagram" }).click();
      }
    },
    drawn: (panel) => panel.page.frameLocator(".code-diagram").locator("svg").waitFor(),
  },
  {
    name: "11-code-menu",
    height: 480,
    open: () =>
      answer(
        "How do I run it?",
        "Run it once:\n\n```sh\nnpm test -- upload --retries 3 --reporter verbose --coverage\n```",
      ),
    act: (panel) => button(panel, "More").click(),
  },
  {
    name: "11-images",
    open: () => ({ snapshot: images, state: { stats: stats(72_000) } }),
    act: unfold,
  },
  {
    name: "11-long-diff",
    height: 760,
    open: () => ({ snapshot: longDiff, state: { stats: stats(72_000) } }),
    act: async (panel) => {
      await tool(panel, "edit").locator(".card-toggle").click();
      await panel.page.getByText(/^Show all/).waitFor();
    },
  },
];
