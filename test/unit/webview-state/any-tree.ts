/** Sessions of any shape, and what a reader must be told of them, said without the reducer. */
import fc from "fast-check";
import type { SessionEntry } from "../../../server/protocol/entry.ts";

export type Body = Record<string, unknown>;
export type AnyEntry = SessionEntry & Body;

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const block = fc.oneof(
  word.map((text) => ({ type: "text", text })),
  word.map((thinking) => ({ type: "thinking", thinking })),
  word.map((name) => ({ type: "hologram", name })),
  // Its id is given by the place in the tree.
  word.map((path) => ({ type: "toolCall", name: "read", arguments: { path } })),
);
const message = (body: fc.Arbitrary<Body>) =>
  body.map((value) => ({ type: "message", message: { timestamp: 1, ...value } }));
const body: fc.Arbitrary<Body> = fc.oneof(
  message(
    fc.record({
      role: fc.constant("user"),
      content: fc.oneof(
        word,
        fc.array(
          word.map((text) => ({ type: "text", text })),
          { minLength: 1 },
        ),
      ),
    }),
  ),
  message(
    fc.record({
      role: fc.constant("assistant"),
      content: fc.uniqueArray(block, { selector: ({ type }) => (type === "toolCall" ? type : {}) }),
      stopReason: fc.constantFrom("stop", "error", "aborted", "surprise"),
    }),
  ),
  message(
    fc.record({
      role: fc.constant("bashExecution"),
      command: word,
      output: word,
      exitCode: fc.constantFrom(0, 1),
      cancelled: fc.constant(false),
      truncated: fc.constant(false),
    }),
  ),
  message(fc.record({ role: fc.constant("toolResult"), toolName: word, text: word, isError: fc.boolean() })),
  message(fc.record({ role: fc.constant("custom"), customType: word, content: word, display: fc.boolean() })),
  message(fc.record({ role: fc.constant("branchSummary"), summary: word, fromId: word })),
  message(fc.record({ role: fc.constant("oracle"), content: word })),
  message(fc.record({ role: fc.constant("system"), content: word })),
  fc.record({ type: fc.constant("model_change"), provider: word, modelId: word }),
  fc.record({ type: fc.constant("thinking_level_change"), thinkingLevel: word }),
  fc.record({
    type: fc.constant("compaction"),
    summary: word,
    firstKeptEntryId: fc.constant(null),
    tokensBefore: fc.nat(),
  }),
  fc.record({ type: fc.constant("branch_summary"), summary: word, fromId: word }),
  fc.record({ type: fc.constant("custom"), customType: word, data: fc.jsonValue() }),
  fc.record({ type: fc.constant("custom_message"), customType: word, content: word, display: fc.boolean() }),
  fc.record({ type: fc.constant("label"), targetId: word, label: word }),
  fc.record({ type: fc.constant("session_info"), name: word }),
  fc.record({ type: fc.constant("telepathy"), thought: word }),
);

interface Call {
  type: "toolCall";
  id: string;
  name: string;
  arguments: Body;
}

function messageOf(entry: AnyEntry): Body | undefined {
  return (entry as { message?: Body }).message;
}

function callOf(entry: AnyEntry): Call | undefined {
  const { content } = messageOf(entry) ?? {};
  return Array.isArray(content) ? content.find((item): item is Call => item.type === "toolCall") : undefined;
}

/** Gives calls their ids, and lets each result answer the last call of its turn. */
function withCalls(entries: AnyEntry[]): AnyEntry[] {
  const made: AnyEntry[] = [];
  for (const entry of entries) {
    const copy = structuredClone(entry);
    const call = callOf(copy);
    if (call) call.id = `call-${copy.id}`;
    const message = messageOf(copy);
    if (message?.role === "toolResult") {
      const before = pathTo(made, copy.parentId ?? "");
      const called = before.slice(before.findLastIndex((one) => messageOf(one)?.role === "user") + 1).findLast(callOf);
      const toolCallId = called ? `call-${called.id}` : `gone-${copy.id}`;
      Object.assign(message, { toolCallId, content: [{ type: "text", text: message.text }] });
    }
    made.push(copy);
  }
  return made;
}

/** A tree: each entry continues one that stands before it. */
export const anyTree = fc.array(fc.tuple(body, fc.nat()), { minLength: 1, maxLength: 40 }).map((items) =>
  withCalls(
    items.map(([value, parent], index) => ({
      ...value,
      id: `e${index}`,
      // Most continue the one before; some branch off.
      parentId: index === 0 ? null : `e${parent % 4 === 0 ? parent % index : index - 1}`,
      timestamp: new Date(index * 1000).toISOString(),
    })) as AnyEntry[],
  ),
);

/** The entries from the root to this one. */
export function pathTo<E extends SessionEntry>(entries: readonly E[], leafId: string): E[] {
  const path: E[] = [];
  for (let id: string | null = leafId; id !== null; ) {
    const entry = entries.find((candidate) => candidate.id === id);
    if (!entry) break;
    path.unshift(entry);
    id = entry.parentId;
  }
  return path;
}

/** What the entries of a path must say, in order; a call says how it ended, where it was made. */
export function saidOn(path: readonly AnyEntry[]): string[] {
  const results = new Map<unknown, Body>();
  const calls = new Set(path.flatMap((entry) => callOf(entry)?.id ?? []));
  for (const entry of path) {
    const message = messageOf(entry);
    if (message?.role === "toolResult") results.set(message.toolCallId, message);
  }
  return path.flatMap((entry) => {
    const message = messageOf(entry);
    if (message?.role !== "toolResult") return said(entry, results);
    return calls.has(message.toolCallId as string) ? [] : [tool(message.toolName, {}, message)];
  });
}

function tool(name: unknown, args: unknown, result: Body | undefined): string {
  const state = result === undefined ? "stopped" : result.isError ? "failed" : "done";
  return `tool: ${name} ${JSON.stringify(args)} ${state} ${JSON.stringify(result?.content ?? null)}`;
}

function said(entry: AnyEntry, results: ReadonlyMap<unknown, Body>): string[] {
  switch (entry.type as string) {
    case "model_change":
      return [`change: model ${entry.modelId}`];
    case "thinking_level_change":
      return [`change: thinking ${entry.thinkingLevel}`];
    case "label":
      return [`change: label ${entry.label}`];
    case "session_info":
      return [`change: name ${entry.name}`];
    case "compaction":
      return [`compaction: ${entry.summary}`];
    case "branch_summary":
      return [`branchSummary: ${entry.summary}`];
    case "custom":
      return [`custom: ${entry.customType} null ${JSON.stringify(entry.data)}`];
    case "custom_message":
      return entry.display ? [`custom: ${entry.customType} ${JSON.stringify(entry.content)} undefined`] : [];
    case "message":
      return saidInMessage(messageOf(entry) ?? {}, results);
    default:
      return [`unknown: entry ${entry.type}`];
  }
}

function saidInMessage(message: Body, results: ReadonlyMap<unknown, Body>): string[] {
  const content = message.content as string | Body[];
  switch (message.role) {
    case "user":
      return [`user: ${typeof content === "string" ? content : content.map(({ text }) => text).join("\n\n")}`];
    case "assistant": {
      const blocks = (content as Body[]).map((item) => saidInBlock(item, results));
      const stop = message.stopReason;
      return stop === "error" || stop === "aborted" ? [...blocks, `error: ${stop} `] : blocks;
    }
    case "bashExecution":
      return [`bash: ${message.command} ${message.exitCode === 0 ? "done" : "failed"} ${message.output}`];
    case "custom":
      return message.display ? [`custom: ${message.customType} ${JSON.stringify(content)} undefined`] : [];
    case "branchSummary":
      return [`branchSummary: ${message.summary}`];
    case "system":
      return [];
    default:
      return [`unknown: role ${message.role}`];
  }
}

function saidInBlock(item: Body, results: ReadonlyMap<unknown, Body>): string {
  switch (item.type) {
    case "text":
      return `text: ${item.text}`;
    case "thinking":
      return `thinking: ${item.thinking}`;
    case "toolCall":
      return tool(item.name, item.arguments, results.get(item.id));
    default:
      return `unknown: block ${item.type}`;
  }
}
