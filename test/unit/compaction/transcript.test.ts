import { expect, test } from "vitest";
import { isVisible } from "../../../server/compaction/sections.ts";
import { buildTranscript, toolResultLimit } from "../../../server/compaction/transcript.ts";
import type { ImageContent } from "../../../server/protocol/message.ts";
import { assistant, calling, result, user } from "./messages.ts";

const image: ImageContent = { type: "image", data: "AAAA", mimeType: "image/png" };
const text = (...args: Parameters<typeof buildTranscript>) => buildTranscript(...args).lines.join("\n");

test("5.2 the grammar of each kind of message, sections parted by an empty line", () => {
  const messages = [
    user("fix it\nplease"),
    assistant([
      { type: "thinking", thinking: "hm\nwell" },
      { type: "text", text: "Looking." },
      { type: "toolCall", id: "a", name: "read", arguments: { path: "x.ts", limit: 3 } },
      { type: "toolCall", id: "b", name: "bash", arguments: { command: 'ls "a"' } },
    ]),
    result("a", "line 1\nline 2"),
    user([{ type: "text", text: "see" }, image]),
  ];
  expect(text(messages)).toBe(
    [
      "[User]: fix it",
      "please",
      "",
      "[Assistant thinking]: hm",
      "well",
      "",
      "[Assistant]: Looking.",
      "",
      '[Assistant tool calls]: read(path="x.ts", limit=3); bash(command="ls \\"a\\"")',
      "",
      "[Tool result]: line 1",
      "line 2",
      "",
      "[User]: see",
      "[image]",
    ].join("\n"),
  );
});

test("5.2 direct bash and branch summaries are told as the model is told them", () => {
  const bash = {
    role: "bashExecution" as const,
    command: "ls",
    output: "a\nb",
    exitCode: 2,
    cancelled: false,
    truncated: false,
    timestamp: 1,
  };
  expect(text([bash])).toBe("[User]: Ran `ls`\n```\na\nb\n```\n\nCommand exited with code 2");
  expect(text([{ role: "branchSummary", summary: "went there", fromId: "x", timestamp: 1 }])).toContain("went there");
});

test("5.2 a tool result is cut at 16,000 characters, and says how many are missing", () => {
  const whole = "x".repeat(toolResultLimit);
  expect(text([result("a", whole)])).toBe(`[Tool result]: ${whole}`);
  expect(text([result("a", `${whole}yz`)])).toBe(`[Tool result]: ${whole}\n[... 2 more characters truncated]`);
  expect(text([user(`${whole}yz`)])).toBe(`[User]: ${whole}yz`);
});

test("5.2 the cut never splits a surrogate pair", () => {
  const long = `${"x".repeat(toolResultLimit - 1)}😀tail`;
  expect(text([result("a", long)])).toBe(
    `[Tool result]: ${"x".repeat(toolResultLimit - 1)}\n[... 6 more characters truncated]`,
  );
});

test("5.2 the text of an earlier compaction stands in front, joined by one line end", () => {
  expect(text([user("next")], "[User]: old\n(filtered 3 lines)")).toBe("[User]: old\n(filtered 3 lines)\n[User]: next");
});

test("5.2 arguments nested thousands of levels deep are written out", () => {
  let deep: unknown = 1;
  for (let i = 0; i < 20_000; i++) deep = [deep];
  const line = text([calling("go", { id: "a", args: { deep } })])
    .split("\n")
    .at(-1) as string;
  expect(line).toBe(`[Assistant tool calls]: read(deep=${"[".repeat(20_000)}1${"]".repeat(20_000)})`);
});

test("5.2 an earlier text of 300,000 lines is taken whole", () => {
  const earlier = Array.from({ length: 300_000 }, (_, i) => `line ${i}`).join("\n");
  expect(buildTranscript([], earlier).lines).toHaveLength(300_000);
});

test("5.1 what the model is never sent is not visible", () => {
  expect(isVisible(user("x"))).toBe(true);
  expect(isVisible(assistant([{ type: "text", text: "x" }], "aborted"))).toBe(false);
  expect(isVisible(assistant([{ type: "text", text: "x" }], "error"))).toBe(false);
  expect(isVisible(assistant([]))).toBe(false);
  const bash = {
    role: "bashExecution" as const,
    command: "ls",
    output: "",
    cancelled: false,
    truncated: false,
    timestamp: 1,
  };
  expect(isVisible({ ...bash, exitCode: 0 })).toBe(true);
  expect(isVisible({ ...bash, exitCode: 0, excludeFromContext: true })).toBe(false);
});

test("5.9 lines between keepContext tags are protected, tags included, whatever the case", () => {
  const { protectedRanges } = buildTranscript([
    user("<keepContext>\nnever drop\n</keepContext>\nrest"),
    assistant([{ type: "text", text: "so\n<KEEPCONTEXT>\na\nb\n</KeepContext>" }]),
  ]);
  expect(protectedRanges).toEqual([
    { start: 1, end: 3 },
    { start: 7, end: 10 },
  ]);
});

test("5.9 what is never closed is protected to the end of its message", () => {
  const { protectedRanges } = buildTranscript([user("a\n<keepContext>\nb\nc"), user("d")]);
  expect(protectedRanges).toEqual([{ start: 2, end: 4 }]);
});

test("5.9 tags mean nothing in tool results, in a line with other text, or without an opening one", () => {
  const { protectedRanges } = buildTranscript([
    calling("x", { id: "a" }),
    result("a", "<keepContext>\nfile text\n</keepContext>"),
    user("say <keepContext>\nno"),
    user("</keepContext>\nno"),
  ]);
  expect(protectedRanges).toEqual([]);
});

test("5.9 protection lasts through later compactions, and still not in tool results", () => {
  const earlier = [
    "[User]: <keepContext>",
    "keep",
    "</keepContext>",
    "(filtered 4 lines)",
    "[Tool result]: <keepContext>",
    "no",
    "</keepContext>",
    "",
    "[Assistant]: <keepContext>",
    "open",
    "(filtered 2 lines)",
    "not protected",
    "[User]: <keepContext>",
    "last",
  ];
  const { protectedRanges, isOldMarker } = buildTranscript([user("new")], earlier.join("\n"));
  expect(protectedRanges).toEqual([
    { start: 1, end: 3 },
    { start: 9, end: 10 },
    { start: 13, end: 14 },
  ]);
  expect(earlier.map((_, i) => i).filter(isOldMarker)).toEqual([3, 10]);
});
