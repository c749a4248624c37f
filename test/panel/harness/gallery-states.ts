/** Every state of the panel that the gallery shows, by name. */
import type { ChatState } from "../../../extension/panel/messages.ts";
import type { ExtensionUIDialog } from "../../../server/protocol/extension-ui.ts";
import {
  assistant,
  call,
  conversation,
  event,
  result,
  settled,
  short,
  streaming,
  text,
  thinking,
  user,
} from "./conversation.ts";
import { mentions, picture } from "./items.ts";
import type { OpenOptions, Panel } from "./panel.ts";
import { qwen, sonnet, stats } from "./samples.ts";

export interface GalleryState {
  name: string;
  open: () => OpenOptions;
  /** What a person does before the picture is taken. */
  act?: (panel: Panel) => Promise<void>;
  height?: number;
}

const field = (panel: Panel) => panel.page.getByRole("textbox", { name: "Message" });
const button = (panel: Panel, name: string | RegExp) => panel.page.getByRole("button", { name });

let lastRequest = 0;
/** An open dialog, as the host keeps it. */
export function request(dialog: Omit<ExtensionUIDialog, "type" | "id"> & Record<string, unknown>, seconds?: number) {
  lastRequest += 1;
  const id = `request-${lastRequest}`;
  const now = Date.now();
  return {
    request: { type: "extension_ui_request", id, ...dialog } as unknown as ExtensionUIDialog,
    receivedAt: now,
    ...(seconds === undefined ? {} : { expiresAt: now + seconds * 1000 }),
  };
}

export const approval = () =>
  request({
    method: "select",
    title:
      "Run this command?\nIt deletes files, so Atomic asks even though `rm` ran before.\n\n```\nrm -rf build-2.1 build-2.2 build-2.3\n```",
    options: ["Allow once", "Allow for this session (rm -rf build-*)", "Deny"],
  });

const cleanUp = settled(
  user("Clean up the old build folders and push"),
  assistant(
    [
      thinking("Look first."),
      text("Three folders are older than the last release."),
      call("ls", "bash", { command: "ls -la build*" }),
    ],
    "toolUse",
  ),
  result("ls", "bash", "build-2.1\nbuild-2.2\nbuild-2.3"),
  assistant([call("rm", "bash", { command: "rm -rf build-2.1 build-2.2 build-2.3" })], "toolUse"),
);

const dialogs = () => [
  request(
    { method: "confirm", title: "Push to main?", message: "Two commits go to `origin/main`, which is protected." },
    24.5,
  ),
  request({ method: "input", title: "Name of the release branch", placeholder: "release/2.4" }),
  request({
    method: "editor",
    title: "Release notes",
    prefill: "## 2.4\n\n- Uploads wait with back-off\n- Aborts are seen between parts",
  }),
];

const answered = [
  {
    kind: "requestDone" as const,
    at: Date.now(),
    id: "a",
    title: "Delete tags?",
    outcome: { kind: "answered" as const, text: "Yes" },
  },
  {
    kind: "requestDone" as const,
    at: Date.now(),
    id: "b",
    title: "Bump version?",
    outcome: { kind: "lapsed" as const, seconds: 30 },
  },
];

const lost: ChatState["agent"] = {
  phase: "lost",
  since: 0,
  error: {
    title: "The agent stopped",
    message: "Ended with code 1",
    exitCode: 1,
    stderr: ["node:internal/modules/cjs/loader:1228", "  throw err;", "Error: Cannot find module 'typebox'"],
  },
};

const queue = {
  steering: ["Keep the public API as it is"],
  followUp: ["Then write a changelog entry for 2.4"],
};
const changes = [
  { path: "src/net/upload.ts", added: 12, removed: 4 },
  { path: "src/net/retry.ts", added: 6, removed: 2 },
  { path: ".changeset/calm-pens-wait.md", added: 6, removed: 0 },
];

function failed(errorMessage: string) {
  return settled(user("Fix the flaky upload test"), { ...assistant([], "error"), errorMessage });
}

const respond: OpenOptions["respond"] = (message) =>
  message.type === "query" && message.what === "mentions" ? { ok: true, data: { items: mentions } } : undefined;

export const galleryStates: GalleryState[] = [
  { name: "01-empty", open: () => ({}), act: (panel) => field(panel).focus() },
  {
    name: "01-setup",
    open: () => ({
      state: {
        model: null,
        models: [qwen, { ...qwen, id: "b" }, { ...qwen, id: "c" }],
        thinkingLevels: ["off"],
        thinkingLevel: "off",
        stats: null,
      },
    }),
  },
  { name: "01-no-folder", open: () => ({ state: { folder: null, session: null, model: null, stats: null } }) },
  { name: "01-untrusted", open: () => ({ state: { trusted: false, model: null, stats: null } }) },
  { name: "01-starting", open: () => ({ state: { agent: { phase: "starting", since: Date.now() - 1000 } } }) },
  { name: "01-still-starting", open: () => ({ state: { agent: { phase: "starting", since: Date.now() - 9000 } } }) },
  {
    name: "02-streaming",
    height: 880,
    open: () => ({ snapshot: streaming(Date.now()), state: { isStreaming: true, queue, stats: stats(124_000) } }),
    act: (panel) => panel.page.getByRole("list", { name: "Queue" }).getByRole("listitem").first().hover(),
  },
  {
    name: "03-conversation",
    height: 1010,
    open: () => ({ snapshot: conversation, state: { stats: stats(72_000), changes } }),
  },
  {
    name: "03-changes-open",
    open: () => ({ snapshot: conversation, state: { stats: stats(72_000), changes } }),
    act: (panel) => button(panel, "Changed files").click(),
  },
  {
    name: "04-approval",
    height: 640,
    open: () => ({
      snapshot: {
        ...cleanUp,
        records: [event({ type: "tool_execution_start", toolCallId: "rm", toolName: "bash", args: { command: "rm" } })],
      },
      state: { isStreaming: true, requests: [approval()], stats: stats(124_000) },
    }),
  },
  {
    name: "04-dialogs",
    height: 900,
    open: () => ({
      snapshot: { ...short, records: answered },
      state: { isStreaming: true, requests: dialogs(), stats: stats(124_000) },
    }),
    act: async (panel) => {
      await panel.page.getByRole("textbox", { name: "Release notes" }).waitFor();
      await panel.page.keyboard.press("Alt+r");
    },
  },
  {
    name: "05-retry",
    open: () => ({
      snapshot: short,
      state: {
        isStreaming: true,
        retry: { attempt: 2, maxAttempts: 3, delayMs: 4000, startedAt: Date.now(), errorMessage: "529 overloaded" },
      },
    }),
  },
  { name: "05-overloaded", open: () => ({ snapshot: failed("529 overloaded_error: Overloaded") }) },
  { name: "05-offline", open: () => ({ snapshot: failed("fetch failed: getaddrinfo ENOTFOUND models.example") }) },
  { name: "05-key-refused", open: () => ({ snapshot: failed("401 invalid x-api-key") }) },
  {
    name: "05-too-long",
    open: () => ({
      snapshot: failed("prompt is too long: 203000 tokens > 200000 maximum"),
      state: { stats: stats(203_000) },
    }),
  },
  {
    name: "05-lost",
    open: () => ({ snapshot: short, state: { agent: lost, stats: stats(null) } }),
    act: (panel) => field(panel).fill("Fix the flaky upload test"),
  },
  {
    name: "05-failed",
    open: () => ({
      state: {
        agent: {
          phase: "failed",
          since: 0,
          error: { title: "The agent was not found", message: "Looked for it at /opt/atomic/bin/atomic.", stderr: [] },
        },
        stats: stats(null),
      },
    }),
  },
  { name: "05-restarting", open: () => ({ snapshot: short, state: { agent: { phase: "restarting", since: 0 } } }) },
  {
    name: "05-compacting",
    open: () => ({
      snapshot: short,
      state: { compaction: { reason: "manual", startedAt: Date.now() }, stats: stats(190_000) },
    }),
  },
  { name: "05-read-only", open: () => ({ snapshot: short, state: { readOnly: true, stats: stats(84_000) } }) },
  {
    name: "06-mention",
    open: () => ({ respond, state: { stats: stats(124_000) } }),
    act: async (panel) => {
      await field(panel).pressSequentially("Look at @upl");
      await panel.page.getByRole("listbox").waitFor();
    },
  },
  {
    name: "06-commands",
    open: () => ({ state: { stats: stats(124_000) } }),
    act: async (panel) => {
      await field(panel).pressSequentially("/re");
      await panel.page.getByRole("listbox").waitFor();
    },
  },
  {
    name: "06-attachments",
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
    open: () => ({ state: { stats: stats(72_000), models: manyModels() } }),
    act: (panel) => button(panel, /^Model/).click(),
  },
  {
    name: "06-thinking",
    open: () => ({ state: { stats: stats(72_000) } }),
    act: (panel) => button(panel, /^Thinking/).click(),
  },
  {
    name: "06-context",
    open: () => ({ state: { stats: stats(124_000) } }),
    act: async (panel) => {
      await button(panel, "Context details").click();
      await panel.page.getByRole("checkbox", { name: "Auto-compact" }).waitFor();
    },
  },
  {
    name: "06-typing-while-running",
    open: () => ({ snapshot: short, state: { isStreaming: true, stats: stats(124_000) } }),
    act: (panel) => field(panel).fill("Look at the lock in finish() too"),
  },
  {
    name: "06-unknown-command",
    open: () => ({ state: { stats: stats(166_000) } }),
    act: async (panel) => {
      await field(panel).fill("/foo bar");
      await field(panel).press("Enter");
    },
  },
  {
    name: "06-no-images",
    open: () => ({
      snapshot: { draft: { text: "What is this?", caret: 0, images: [picture(0)] } },
      state: { model: qwen, stats: stats(31_000, 32_000) },
    }),
    act: (panel) => field(panel).press("Enter"),
  },
  {
    name: "06-draft-aside",
    open: () => ({
      snapshot: { draft: { text: "My own words", caret: 0, images: [] } },
      state: { stats: stats(206_000) },
    }),
    act: (panel) => panel.push({ kind: "composer", text: "A text of the server", mode: "replace", reason: "server" }),
  },
  { name: "06-shell", open: () => ({}), act: (panel) => field(panel).fill("!git status --short") },
  {
    name: "06-toasts-widgets",
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

function manyModels() {
  const names = ["Opus 4.5", "Haiku 4.5", "Sonnet 4", "Opus 4.1", "Haiku 3.5"];
  return [sonnet, qwen, ...names.map((name) => ({ ...sonnet, id: name, name }))];
}
