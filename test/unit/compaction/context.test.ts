import type { AgentMessage } from "@earendil-works/pi-agent-core";
import type { SessionManager } from "@earendil-works/pi-coding-agent";
import fc from "fast-check";
import { expect, test } from "vitest";
import { boundaryPrefix, readBoundary, requestMessages } from "../../../server/compaction/context.ts";
import { selectRegion } from "../../../server/compaction/region.ts";
import { buildTranscript } from "../../../server/compaction/transcript.ts";
import type { ImageContent } from "../../../server/protocol/message.ts";
import { assistant, calling, result, sessionOf, user } from "./messages.ts";

const verbatim = { strategy: "verbatim-lines" };
const image: ImageContent = { type: "image", data: "AAAA", mimeType: "image/png" };

/** Compacts all but the newest `recent` messages to their first line. */
function compact(session: SessionManager, recent: number, details: object = verbatim): void {
  const region = selectRegion(session.buildSessionProjection(), recent);
  const { lines } = buildTranscript(region.messages, region.earlier);
  const text = lines.length > 1 ? `${lines[0]}\n(filtered ${lines.length - 1} lines)` : lines.join("\n");
  session.appendCompaction(text, region.firstKeptEntryId as string, 100, details);
}

function sent(session: SessionManager): AgentMessage[] {
  const projection = session.buildSessionProjection();
  return requestMessages(
    projection,
    projection.messages.filter((message) => message.role !== "system"),
  );
}

function textOf(message: AgentMessage | undefined): string {
  if (message?.role !== "user") return "";
  return typeof message.content === "string"
    ? message.content
    : message.content.map((block) => (block.type === "text" ? block.text : "<image>")).join("");
}

test("5.12 the next context is one user message with the text and the kept tail, then what came after", () => {
  const session = sessionOf([user("one"), assistant([{ type: "text", text: "two" }]), user("three"), calling("four")]);
  compact(session, 2);
  session.appendMessage({ role: "user", content: "five", timestamp: 9 });
  const messages = sent(session);
  expect(messages.map((message) => message.role)).toEqual(["user", "user"]);
  expect(textOf(messages[0])).toBe(
    `${boundaryPrefix}\n\n[User]: one\n(filtered 2 lines)\n\n[User]: three\n\n[Assistant]: four`,
  );
  expect(textOf(messages[1])).toBe("five");
});

test("5.12 without a kept message there is no tail", () => {
  const session = sessionOf([user("one"), assistant([{ type: "text", text: "two" }])]);
  compact(session, 0);
  expect(sent(session).map(textOf)).toEqual([`${boundaryPrefix}\n\n[User]: one\n(filtered 2 lines)`]);
});

test("5.12 the tail is written out whole: long results uncut, images as blocks", () => {
  const long = "x".repeat(20_000);
  const session = sessionOf([
    user("one"),
    calling("two", { id: "a" }),
    result("a", long),
    user([{ type: "text", text: "see" }, image]),
  ]);
  compact(session, 2);
  const [first] = sent(session);
  expect(textOf(first)).toContain(`[Tool result]: ${long}\n\n[User]: see\n<image>`);
  expect(first?.role === "user" && first.content).toContainEqual(image);
});

test("5.12 a tool result that begins the tail is not lost", () => {
  const session = sessionOf([
    user("go"),
    calling("both", { id: "a" }, { id: "b" }),
    result("a", "OUT-A"),
    result("b", "OUT-B"),
    calling("done"),
  ]);
  compact(session, 2);
  expect(sent(session).map((message) => message.role)).toEqual(["user"]);
  expect(textOf(sent(session)[0])).toContain("[Tool result]: OUT-B\n\n[Assistant]: done");
});

test("decision 13: a prose summary of another agent stays as it is, with the messages behind its kept start", () => {
  const session = sessionOf([user("one"), calling("two"), user("three")]);
  session.appendCompaction("They talked.", session.getEntries()[2]?.id as string, 100, { readFiles: [] });
  expect(readBoundary(session.buildSessionProjection(), session.buildSessionProjection().messages)).toBeUndefined();
  expect(sent(session).map((message) => message.role)).toEqual(["compactionSummary", "user"]);
});

test("a tool result whose call is not sent is told as text", () => {
  const session = sessionOf([calling("both", { id: "a" }), result("a", "A"), result("lost", "B"), user("x")]);
  expect(sent(session).map((message) => message.role)).toEqual(["assistant", "toolResult", "user", "user"]);
  expect(textOf(sent(session)[2])).toContain("[Tool result]: B");
});

const step = fc.oneof(
  fc.record({ kind: fc.constant("user" as const), text: fc.lorem({ maxCount: 3 }) }),
  fc.record({ kind: fc.constant("calls" as const), count: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant("failed" as const) }),
  fc.record({ kind: fc.constant("compact" as const), recent: fc.nat(4), own: fc.boolean() }),
);

/** Plays steps into a session; a compaction by another agent cuts anywhere too, which is worse than they do. */
function play(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]): SessionManager {
  const session = sessionOf([user("start")]);
  let serial = 0;
  const append = (message: AgentMessage) =>
    session.appendMessage(message as Parameters<typeof session.appendMessage>[0]);
  for (const each of steps) {
    if (each.kind === "user") append(user(each.text));
    else if (each.kind === "failed") append(assistant([{ type: "text", text: "half" }], "aborted"));
    else if (each.kind === "compact") compact(session, each.recent, each.own ? verbatim : {});
    else {
      const calls = Array.from({ length: each.count }, () => ({ id: `c${serial++}` }));
      append(calling("work", ...calls));
      for (const { id } of calls) append(result(id, `result of ${id}`));
    }
  }
  return session;
}

test("5.12 tool calls and their results never come apart in what the model is sent", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const open = new Set<string>();
      for (const message of sent(play(steps))) {
        if (message.role === "toolResult") expect(open.delete(message.toolCallId)).toBe(true);
        else if (message.role === "assistant" && message.stopReason !== "aborted") {
          for (const block of message.content) if (block.type === "toolCall") open.add(block.id);
        } else expect(open.size).toBe(0);
      }
      expect(open.size).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test("5.12 nothing that came after the last boundary is left out of what the model is sent", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const session = play(steps);
      const boundary = session.getEntries().findLastIndex((entry) => entry.type === "compaction");
      const results = session
        .getEntries()
        .slice(boundary + 1)
        .flatMap((entry) => (entry.type === "message" && entry.message.role === "toolResult" ? [entry.message] : []));
      const everything = JSON.stringify(sent(session));
      for (const { toolCallId } of results) expect(everything).toContain(`result of ${toolCallId}`);
    }),
  );
});
