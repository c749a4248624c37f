/** Every state of the panel that the gallery shows, by name. */
import type { ChatState } from "../../../extension/panel/messages.ts";
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
import { approval, request } from "./dialogs.ts";
import { composerStates } from "./gallery-composer.ts";
import { edgeStates } from "./gallery-edges.ts";
import { germanStates } from "./gallery-german.ts";
import type { GalleryState } from "./gallery-state.ts";
import { transcriptStates } from "./gallery-transcript.ts";
import { treeStates } from "./gallery-tree.ts";
import { button, message as field } from "./parts.ts";
import { qwen, stats } from "./samples.ts";

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
  result("ls", "bash", "build-2.1\nbuild-2.2\nbuild-2.3", {
    approval: { allowed: "session", pattern: "ls -la build*" },
  }),
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

const states: GalleryState[] = [
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
        records: [
          event({
            type: "tool_execution_start",
            toolCallId: "rm",
            toolName: "bash",
            args: { command: "rm -rf build-2.1 build-2.2 build-2.3" },
          }),
        ],
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
  ...composerStates,
  ...transcriptStates,
  ...treeStates,
  ...edgeStates,
];

export const galleryStates: GalleryState[] = [...states, ...germanStates(states)];
