/** What a panel meets at its edges: long names, crowds, right to left. */
import type { PanelRecord } from "../../../extension/panel/messages.ts";
import { assistant, call, result, settled, short, streaming, text, thinking, user } from "./conversation.ts";
import { approval, request } from "./dialogs.ts";
import type { GalleryState } from "./gallery-state.ts";
import { mentions, picture } from "./items.ts";
import { button, message as field } from "./parts.ts";
import { qwen, sonnet, stats } from "./samples.ts";
import { longName } from "./texts.ts";

const manyRequests = () => [
  approval(),
  request({ method: "confirm", title: "Push to main?", message: "Two commits go to `origin/main`." }, 95),
  request({
    method: "select",
    title: "Which registry?",
    options: Array.from({ length: 12 }, (_, index) => `Mirror number ${index + 1}`),
  }),
  request({ method: "editor", title: "Release notes", prefill: "## 2.4\n\n- Uploads wait with back-off" }),
];

const toast = (level: "info" | "warning" | "error", words: string): PanelRecord => ({
  kind: "notice",
  at: Date.now(),
  level,
  text: words,
  toast: true,
});

const rtl = settled(
  user("بدّل مهلة الرفع في @src/net/upload.ts من فضلك"),
  assistant([thinking("المهلة أقصر من تأخير الخادم.")], "toolUse"),
  assistant(
    [
      text(
        "المهلة كانت **أقصر** من تأخير الخادم في `sleep(500)`:\n\n1. انتظار متزايد\n2. انتظار كل جزء\n\n| الحالة | قبل | بعد |\n| --- | ---: | ---: |\n| جزء ضائع | 2 140 | 412 |",
      ),
      call("e0", "edit", {
        path: "src/net/upload.ts",
        edits: [{ oldText: "await sleep(500);", newText: "await sleep(backoff(1));" }],
      }),
    ],
    "toolUse",
  ),
  result("e0", "edit", "Edited src/net/upload.ts", { diff: "-42 await sleep(500);\n+42 await sleep(backoff(1));" }),
  assistant([call("b0", "bash", { command: "npm test -- upload --retries 3" })], "toolUse"),
  result("b0", "bash", "41 passed"),
  assistant([text("تم.")]),
);

export const edgeStates: GalleryState[] = [
  {
    name: "12-long-names",
    open: () => ({
      snapshot: {
        ...settled(
          user(`Read @src/${"deep/".repeat(20)}upload.ts and\nhttps://example.com/${"a".repeat(120)}`),
          assistant(
            [
              call("r0", "read", { path: `src/${"deep/".repeat(20)}${"long-".repeat(20)}name.ts` }),
              call("g0", "grep", { pattern: "x".repeat(160) }),
              call("l0", "ls", { path: `src/${"deep/".repeat(20)}` }),
            ],
            "toolUse",
          ),
          result("r0", "read", "x"),
          result("g0", "grep", `No such file: ${"deep/".repeat(30)}`, undefined, true),
          result("l0", "ls", "a\nb"),
          assistant([call("b0", "bash", { command: `npm test -- ${"--flag=value ".repeat(20)}` })], "toolUse"),
          result("b0", "bash", "y".repeat(300)),
          assistant(
            [call("c0", "a_custom_tool_with_a_very_long_name_that_never_ends", { subject: longName })],
            "toolUse",
          ),
          result("c0", "a_custom_tool_with_a_very_long_name_that_never_ends", "ok"),
          assistant(
            [
              call("e0", "edit", {
                path: `src/${"deep/".repeat(20)}${"long-".repeat(20)}name.ts`,
                edits: [{ oldText: "a", newText: "b" }],
              }),
            ],
            "toolUse",
          ),
          result("e0", "edit", "ok", { diff: "-1 a\n+1 b" }),
          assistant([text(`The word ${"unbroken".repeat(20)} and \`${"code".repeat(40)}\`.`)]),
          { type: "model_change", provider: "anthropic", modelId: longName.replaceAll(" ", "-") },
        ),
      },
      state: {
        folder: { name: longName.replaceAll(" ", "-"), path: "/x" },
        model: { ...sonnet, name: longName },
        statuses: [{ key: "a", text: longName }],
        changes: [{ path: `src/${"deep/".repeat(30)}name.ts`, added: 12_345, removed: 6_789 }],
        queue: { steering: [longName], followUp: [] },
        stats: stats(124_000),
      },
    }),
  },
  {
    name: "12-long-requests",
    height: 800,
    open: () => ({
      snapshot: short,
      state: {
        isStreaming: true,
        requests: [
          request({
            method: "select",
            title: `Run this command?\n${longName}\n\n\`\`\`\nfind . ${"-name '*.log' -o ".repeat(12)} -delete\n\`\`\``,
            options: ["Allow once", `Allow for this session (${"find . ".repeat(20)}*)`, "Deny"],
          }),
          request({ method: "confirm", title: longName, message: `${longName} ${"x".repeat(120)}` }, 3700),
        ],
      },
    }),
  },
  {
    name: "12-many-requests",
    height: 1200,
    open: () => ({ snapshot: short, state: { isStreaming: true, requests: manyRequests(), stats: stats(124_000) } }),
  },
  {
    name: "12-many-queued",
    open: () => ({
      snapshot: streaming(Date.now()),
      state: {
        isStreaming: true,
        stats: stats(124_000),
        changes: [{ path: "src/net/upload.ts", added: 2, removed: 2 }],
        queue: {
          steering: ["Keep the public API as it is", longName],
          followUp: ["Write a changelog entry", "Then tag it", "And push"],
        },
      },
    }),
  },
  {
    name: "12-queue-edit",
    height: 480,
    open: () => ({
      snapshot: short,
      state: {
        isStreaming: true,
        stats: stats(124_000),
        queue: { steering: ["Keep the public API as it is"], followUp: ["Write a changelog entry"] },
      },
    }),
    act: async (panel) => {
      await panel.page.getByRole("list", { name: "Queue" }).getByRole("listitem").first().hover();
      await button(panel, "Edit").first().click();
    },
  },
  {
    name: "12-queue-menu",
    height: 480,
    open: () => ({
      snapshot: short,
      state: {
        isStreaming: true,
        stats: stats(124_000),
        queue: { steering: ["Keep the public API as it is"], followUp: ["Write a changelog entry"] },
      },
    }),
    act: async (panel) => {
      await panel.page.getByRole("list", { name: "Queue" }).getByRole("listitem").first().hover();
      await button(panel, "Queue options").first().click();
      await panel.page.locator(".control-dropdown").first().waitFor();
    },
  },
  {
    name: "12-toasts",
    height: 480,
    open: () => ({ snapshot: short }),
    act: (panel) =>
      panel.push(
        toast("info", "Session exported"),
        toast("warning", longName),
        toast("error", `The index could not be read. ${longName}. ${longName}.`),
      ),
  },
  {
    name: "12-widgets",
    height: 560,
    open: () => ({
      snapshot: short,
      state: {
        stats: stats(72_000),
        widgets: [
          {
            key: "todo",
            lines: ["[x] read the test", "[ ] fix the timer", `[ ] ${longName}`],
            placement: "aboveEditor",
          },
          { key: "git", lines: ["\u001b[32mmain\u001b[39m, 3 ahead, 1 behind"], placement: "belowEditor" },
        ],
      },
    }),
  },
  {
    name: "12-footer",
    height: 480,
    open: () => ({
      snapshot: short,
      state: {
        stats: stats(72_000),
        statuses: ["indexed 1,204 files", "tests: 41 passed", "branch main, 3 ahead", longName].map((words, index) => ({
          key: String(index),
          text: words,
        })),
      },
    }),
    act: async (panel) => {
      const more = button(panel, "More states");
      if (await more.isVisible()) await more.click();
    },
  },
  {
    name: "12-draft-full",
    height: 560,
    open: () => ({
      respond: (asked) =>
        asked.type === "query" && asked.what === "mentions" ? { ok: true, data: { items: mentions } } : undefined,
      snapshot: {
        ...short,
        draft: {
          text: Array.from({ length: 30 }, (_, line) => `Line ${line + 1} of a long draft`).join("\n"),
          caret: 0,
          images: Array.from({ length: 9 }, (_, index) => picture(index % 2 ? 1 : 0)),
        },
      },
      state: { stats: stats(196_000), model: { ...sonnet, name: longName } },
    }),
  },
  {
    name: "12-models-long",
    height: 560,
    open: () => ({
      state: {
        stats: stats(72_000),
        model: { ...sonnet, name: longName },
        models: [{ ...sonnet, name: longName }, qwen, { ...qwen, id: "z", name: `${longName} too` }],
      },
    }),
    act: (panel) => button(panel, /^Model/).click(),
  },
  {
    name: "12-hover",
    height: 400,
    open: () => ({ snapshot: short, state: { isStreaming: true, stats: stats(124_000) } }),
    act: async (panel) => {
      await button(panel, "Stop").last().hover();
      await panel.page.locator(".hover-tip").waitFor();
    },
  },
  {
    name: "12-off",
    height: 480,
    open: () => ({ snapshot: short, state: { agent: { phase: "off", since: 0 }, stats: null } }),
  },
  {
    name: "12-rtl",
    height: 900,
    open: () => ({
      direction: "rtl",
      snapshot: rtl,
      state: {
        stats: stats(72_000),
        changes: [{ path: "src/net/upload.ts", added: 1, removed: 1 }],
        queue: { steering: ["أبقِ الواجهة كما هي"], followUp: [] },
        isStreaming: true,
      },
    }),
    act: async (panel) => {
      await field(panel).fill("واكتب اختبارًا");
    },
  },
  {
    name: "12-rtl-dialogs",
    height: 900,
    open: () => ({
      direction: "rtl",
      snapshot: short,
      state: { isStreaming: true, requests: manyRequests().slice(0, 2), stats: stats(124_000) },
    }),
  },
];
