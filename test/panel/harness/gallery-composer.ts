/** The composer and what opens over it, for the gallery. */
import { short } from "./conversation.ts";
import type { GalleryState } from "./gallery-state.ts";
import { mentions, picture } from "./items.ts";
import type { OpenOptions } from "./panel.ts";
import { button, message as field } from "./parts.ts";
import { manyModels, qwen, stats } from "./samples.ts";

const respond: OpenOptions["respond"] = (message) =>
  message.type === "query" && message.what === "mentions" ? { ok: true, data: { items: mentions } } : undefined;

export const composerStates: GalleryState[] = [
  {
    name: "06-mention",
    height: 460,
    open: () => ({ respond, state: { stats: stats(124_000) } }),
    act: async (panel) => {
      await field(panel).pressSequentially("Look at @upl");
      await panel.page.getByRole("listbox").waitFor();
    },
  },
  {
    name: "06-commands",
    height: 460,
    open: () => ({ state: { stats: stats(124_000) } }),
    act: async (panel) => {
      await field(panel).pressSequentially("/re");
      await panel.page.getByRole("listbox").waitFor();
    },
  },
  {
    name: "06-attachments",
    height: 460,
    open: () => ({
      state: { stats: stats(82_000) },
      snapshot: {
        draft: {
          text: `The dialog on the left should look like the one on the right. The log is pasted above.\n\n\`\`\`pasted\n${"line\n".repeat(10_239)}end\n\`\`\``,
          caret: 0,
          images: [picture(0), picture(1)],
        },
      },
    }),
    act: (panel) => button(panel, "Image 2").first().focus(),
  },
  {
    name: "06-model",
    height: 460,
    open: () => ({ state: { stats: stats(72_000), models: manyModels() } }),
    act: (panel) => button(panel, /^Model/).click(),
  },
  {
    name: "06-thinking",
    height: 460,
    open: () => ({ state: { stats: stats(72_000) } }),
    act: (panel) => button(panel, /^Thinking/).click(),
  },
  {
    name: "06-context",
    height: 460,
    open: () => ({ state: { stats: stats(124_000) } }),
    act: async (panel) => {
      await button(panel, "Context details").click();
      await panel.page.getByRole("checkbox", { name: "Auto-compact" }).waitFor();
    },
  },
  {
    name: "06-typing-while-running",
    height: 460,
    open: () => ({ snapshot: short, state: { isStreaming: true, stats: stats(124_000) } }),
    act: (panel) => field(panel).fill("Look at the lock in finish() too"),
  },
  {
    name: "06-unknown-command",
    height: 460,
    open: () => ({ state: { stats: stats(166_000) } }),
    act: async (panel) => {
      await field(panel).fill("/foo bar");
      await field(panel).press("Enter");
    },
  },
  {
    name: "06-no-images",
    height: 460,
    open: () => ({
      snapshot: { draft: { text: "What is this?", caret: 0, images: [picture(0)] } },
      state: { model: qwen, stats: stats(31_000, 32_000) },
    }),
    act: (panel) => field(panel).press("Enter"),
  },
  {
    name: "06-draft-aside",
    height: 460,
    open: () => ({
      snapshot: { draft: { text: "My own words", caret: 0, images: [] } },
      state: { stats: stats(206_000) },
    }),
    act: (panel) => panel.push({ kind: "composer", text: "A text of the server", mode: "replace", reason: "server" }),
  },
  { name: "06-shell", height: 460, open: () => ({}), act: (panel) => field(panel).fill("!git status --short") },
  {
    name: "06-toasts-widgets",
    height: 460,
    open: () => ({
      snapshot: short,
      state: {
        statuses: [
          { key: "a", text: "\u001b[32mindexed\u001b[0m 1,204 files" },
          { key: "b", text: "tests: 41 passed" },
          { key: "c", text: "branch main, 3 ahead" },
        ],
        widgets: [{ key: "todo", lines: ["[x] read the test", "[ ] fix the timer"], placement: "aboveEditor" }],
      },
    }),
    act: (panel) =>
      panel.push(
        { kind: "notice", at: Date.now(), level: "info", text: "Session exported", toast: true },
        { kind: "notice", at: Date.now(), level: "warning", text: "The index is two days old", toast: true },
      ),
  },
];
