/** Conversations for panel tests: entries of settled turns, and the records of one that streams. */
import type { PanelRecord, SnapshotMessage } from "../../extension/panel/messages.ts";
import type { SessionEntry } from "../../server/protocol/entry.ts";
import type { AssistantMessageEvent, RpcEvent } from "../../server/protocol/event.ts";
import type { AgentMessage, AssistantMessage, Usage } from "../../server/protocol/message.ts";

export const usage: Usage = {
  input: 1200,
  output: 300,
  cacheRead: 9000,
  cacheWrite: 0,
  totalTokens: 10_500,
  cost: { input: 0.004, output: 0.005, cacheRead: 0.001, cacheWrite: 0, total: 0.01 },
};

const start = Date.UTC(2026, 10, 30, 9);

/** Puts entries one behind the other, a second apart. */
export class Session {
  readonly entries: SessionEntry[] = [];

  add(body: Record<string, unknown>): string {
    const id = (0x1000 + this.entries.length).toString(16).padStart(8, "0");
    const parentId = this.entries.at(-1)?.id ?? null;
    const timestamp = new Date(start + this.entries.length * 1000).toISOString();
    this.entries.push({ id, parentId, timestamp, ...body } as unknown as SessionEntry);
    return id;
  }

  message(message: Record<string, unknown>): string {
    return this.add({ type: "message", message: { timestamp: start + this.entries.length * 1000, ...message } });
  }

  user(text: string): string {
    return this.message({ role: "user", content: [{ type: "text", text }] });
  }

  answer(content: AssistantMessage["content"], patch: Partial<AssistantMessage> = {}): string {
    return this.message({ ...assistant(), content, ...patch });
  }

  /** A call and its result, as the answer that made it and the message that answers it. */
  tool(name: string, args: Record<string, unknown>, output = "", patch: Record<string, unknown> = {}): void {
    const id = `call-${this.entries.length}`;
    this.answer([{ type: "toolCall", id, name, arguments: args }], { stopReason: "toolUse" });
    const content = [{ type: "text", text: output }];
    this.message({ role: "toolResult", toolCallId: id, toolName: name, content, isError: false, ...patch });
  }

  get snapshot(): Partial<SnapshotMessage> {
    return { entries: this.entries, leafId: this.entries.at(-1)?.id ?? null, olderCount: 0 };
  }
}

export function assistant(patch: Partial<AssistantMessage> = {}): AssistantMessage {
  const base = {
    role: "assistant" as const,
    api: "messages",
    provider: "anthropic",
    model: "sonnet-4-5",
    usage,
    timestamp: start,
  };
  return { ...base, content: [], stopReason: "stop", ...patch };
}

/** So many turns, each with a question, thinking, tools and an answer. */
export function conversation(
  turns: number,
  answer = "Some **words** and a list:\n\n- one\n- two\n\nThe end.",
): Partial<SnapshotMessage> {
  const session = new Session();
  for (let turn = 0; turn < turns; turn += 1) {
    session.user(`Question ${turn}`);
    session.answer([{ type: "thinking", thinking: `Thought ${turn}` }]);
    session.tool("read", { path: `src/file-${turn}.ts` }, "text");
    session.tool("grep", { pattern: `word-${turn}` }, "a.ts:1: x\nb.ts:2: x");
    session.tool("bash", { command: `echo ${turn}` }, `${turn}`);
    session.answer([{ type: "text", text: `Answer ${turn}. ${answer}` }]);
  }
  return session.snapshot;
}

let at = start + 10_000_000;

export function event(value: RpcEvent, step = 50): PanelRecord {
  at += step;
  return { kind: "event", at, event: value };
}

export function update(assistantMessageEvent: AssistantMessageEvent): PanelRecord {
  return event({ type: "message_update", usage, assistantMessageEvent });
}

export function textDelta(delta: string, contentIndex = 0): PanelRecord {
  return update({ type: "text_delta", contentIndex, delta });
}

export function thinkingDelta(delta: string, contentIndex = 0): PanelRecord {
  return update({ type: "thinking_delta", contentIndex, delta });
}

/** A question and the start of its answer. */
export function startAnswer(question = "And now?"): PanelRecord[] {
  const timestamp = at + 1;
  const message: AgentMessage = { role: "user", content: question, timestamp };
  return [
    event({ type: "message_start", message }),
    event({ type: "message_start", message: assistant({ stopReason: "pending", timestamp }) }),
  ];
}

let calls = 0;

/** A tool that runs and ends, one record a step. */
export function toolRun(name: string, args: Record<string, unknown>, output = ""): PanelRecord[] {
  calls += 1;
  const call = { toolCallId: `live-${calls}`, toolName: name };
  const result = { content: [{ type: "text" as const, text: output }] };
  return [
    event({ type: "tool_execution_start", ...call, args }),
    event({ type: "tool_execution_update", ...call, args, partialResult: result }),
    event({ type: "tool_execution_end", ...call, result, isError: false }),
  ];
}
