/**
 * A scripted server for tests of the extension host. It speaks the protocol page; `extras` adds what goes
 * beyond it. What a prompt says decides what happens: "wait" holds the run until it is released or aborted,
 * "tool", "ask", "fail", "big <n>" and "die" do what they say, anything else is echoed.
 */
import type { MessageEntry, SessionEntry } from "../../server/protocol/entry.ts";
import type { AgentMessage, AssistantMessage, ImageContent, Usage } from "../../server/protocol/message.ts";
import type { Model } from "../../server/protocol/model.ts";

export interface FakeOptions {
  /** Sends agent_settled and entry_appended and answers get_capabilities. */
  extras?: boolean;
  sessionFile?: string;
}

export type Fields = Record<string, unknown>;
interface Queued {
  text: string;
  images: ImageContent[];
}

export const fakeModel: Model = {
  id: "echo-1",
  name: "Echo One",
  api: "fake",
  provider: "fake",
  baseUrl: "",
  reasoning: true,
  input: ["text", "image"],
  contextWindow: 100_000,
  maxTokens: 4096,
  cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
};
const secondModel: Model = { ...fakeModel, id: "echo-2", name: "Echo Two", contextWindow: 200_000 };
const noUsage: Usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

export class FakeAgent {
  entries: SessionEntry[] = [];
  leafId: string | null = null;
  sessionId = "session-1";
  sessionName: string | undefined;
  model: Model | null = fakeModel;
  streaming = false;
  steering: Queued[] = [];
  followUp: Queued[] = [];
  /** What came in, in order. */
  readonly received: Fields[] = [];
  /** Images that reached the model, by the text of their message. */
  readonly images = new Map<string, number>();
  /** Commands that are refused with this text. */
  readonly refusals = new Map<string, string>();
  readonly #emit: (record: Fields) => void;
  readonly #options: FakeOptions;
  #serial = 0;
  #time = 1_790_000_000_000;
  #release: (() => void) | undefined;
  #aborted = false;
  #answers = new Map<string, (answer: Fields) => void>();

  constructor(emit: (record: Fields) => void, options: FakeOptions = {}) {
    this.#emit = emit;
    this.#options = options;
    this.#append({ type: "model_change", provider: "fake", modelId: "echo-1" });
  }

  /** Takes a record of the client and answers it, unless it is a dialog's answer. */
  take(record: Fields): void {
    this.received.push(record);
    if (record.type === "extension_ui_response") {
      this.#answers.get(String(record.id))?.(record);
      return;
    }
    const { type: command, id } = record;
    const respond = (result: Fields) => this.#emit({ type: "response", command, ...(id ? { id } : {}), ...result });
    try {
      const refusal = this.refusals.get(String(command));
      if (refusal) throw new Error(refusal);
      const data = this.#run(record);
      if (data instanceof Promise) void data.then((late) => respond({ success: true, data: late }));
      else respond({ success: true, ...(data === undefined ? {} : { data }) });
    } catch (error) {
      respond({ success: false, error: (error as Error).message });
    }
  }

  /** Lets a run that says "wait" go on. */
  release(): void {
    this.#release?.();
  }

  /** Moves to another session, as commands of agent extensions may without being asked to. */
  replaceSession(): void {
    this.entries = [];
    this.leafId = null;
    this.sessionId = `session-${++this.#serial}`;
    this.#append({ type: "model_change", provider: "fake", modelId: "echo-1" });
  }

  #run(record: Fields): unknown {
    switch (record.type) {
      case "get_state":
        return this.#state();
      case "get_entries":
        return this.#entriesSince(record.since as string | undefined);
      case "get_available_models":
        return { models: this.model ? [fakeModel, secondModel] : [] };
      case "get_available_thinking_levels":
        return { levels: ["off", "low", "high"] };
      case "get_commands":
        return { commands: [{ name: "fix", description: "Fix it", source: "prompt" }] };
      case "get_session_stats":
        return this.#stats();
      case "get_capabilities":
        if (!this.#options.extras) throw new Error("Unknown command: get_capabilities");
        return {
          protocolVersion: 1,
          serverName: "fake",
          serverVersion: "1.0.0",
          commands: ["navigate_tree"],
          events: [],
        };
      case "prompt":
        return this.#prompt(record);
      case "clear_queue":
        return this.#clearQueue();
      case "abort":
        this.#aborted = this.streaming;
        this.release();
        return new Promise((resolve) => setImmediate(() => resolve(undefined)));
      case "new_session":
      case "switch_session":
        this.replaceSession();
        return { cancelled: false };
      case "fork":
        return this.#fork(String(record.entryId));
      case "navigate_tree":
        this.leafId = String(record.targetId);
        return { cancelled: false };
      case "get_fork_messages":
        return { messages: this.#userMessages() };
      case "set_model":
        this.model = record.modelId === "echo-2" ? secondModel : fakeModel;
        this.#append({ type: "model_change", provider: "fake", modelId: this.model.id });
        return this.model;
      case "set_session_name":
        this.sessionName = String(record.name);
        return undefined;
      case "bash":
        return this.#bash(record);
      default:
        throw new Error(`Unknown command: ${String(record.type)}`);
    }
  }

  #state(): Fields {
    return {
      model: this.model,
      thinkingLevel: "low",
      isStreaming: this.streaming,
      isCompacting: false,
      steeringMode: "one-at-a-time",
      followUpMode: "one-at-a-time",
      sessionId: this.sessionId,
      autoCompactionEnabled: true,
      messageCount: this.entries.length,
      pendingMessageCount: this.steering.length + this.followUp.length,
      ...(this.sessionName ? { sessionName: this.sessionName } : {}),
      ...(this.#options.sessionFile ? { sessionFile: this.#options.sessionFile } : {}),
    };
  }

  #stats(): Fields {
    const messages = this.entries.filter((entry) => entry.type === "message").length;
    return {
      sessionId: this.sessionId,
      userMessages: 0,
      assistantMessages: 0,
      toolCalls: 0,
      toolResults: 0,
      totalMessages: messages,
      tokens: { input: 100 * messages, output: 10 * messages, cacheRead: 0, cacheWrite: 0, total: 110 * messages },
      cost: 0.01 * messages,
      contextUsage: { tokens: 1000 * messages, contextWindow: 100_000, percent: messages },
    };
  }

  #entriesSince(since: string | undefined): Fields {
    const at = since === undefined ? -1 : this.entries.findIndex((entry) => entry.id === since);
    if (since !== undefined && at < 0) throw new Error(`Entry not found: ${since}`);
    return { entries: this.entries.slice(at + 1), leafId: this.leafId };
  }

  #userMessages(): Fields[] {
    return this.entries.flatMap((entry) =>
      entry.type === "message" && entry.message.role === "user"
        ? [{ entryId: entry.id, text: textOf(entry.message) }]
        : [],
    );
  }

  #fork(entryId: string): Fields {
    const entry = this.entries.find((one) => one.id === entryId);
    if (entry?.type !== "message") throw new Error("Invalid entry ID for forking");
    this.sessionId = `session-${++this.#serial}`;
    this.entries = this.entries.slice(0, this.entries.indexOf(entry));
    this.leafId = entry.parentId;
    return { text: textOf(entry.message), cancelled: false };
  }

  #prompt(record: Fields): undefined {
    const message: Queued = { text: String(record.message), images: (record.images as ImageContent[]) ?? [] };
    if (!this.streaming) {
      this.streaming = true;
      setImmediate(() => void this.#runAll(message));
      return undefined;
    }
    if (!record.streamingBehavior) throw new Error("Agent is already processing.");
    (record.streamingBehavior === "steer" ? this.steering : this.followUp).push(message);
    this.#tellQueue();
    return undefined;
  }

  #clearQueue(): Fields {
    const texts = { steering: this.steering.map((one) => one.text), followUp: this.followUp.map((one) => one.text) };
    this.steering = [];
    this.followUp = [];
    this.#tellQueue();
    return texts;
  }

  #tellQueue(): void {
    const steering = this.steering.map((one) => one.text);
    this.#emit({ type: "queue_update", steering, followUp: this.followUp.map((one) => one.text) });
  }

  async #runAll(first: Queued): Promise<void> {
    this.#aborted = false;
    this.#emit({ type: "agent_start" });
    for (let message: Queued | undefined = first; message; message = this.#aborted ? undefined : this.#nextQueued()) {
      await this.#turn(message);
    }
    this.streaming = false;
    this.#emit({ type: "agent_end", messages: [], willRetry: false });
    if (this.#options.extras) this.#emit({ type: "agent_settled" });
  }

  #nextQueued(): Queued | undefined {
    const next = this.steering.shift() ?? this.followUp.shift();
    if (next) this.#tellQueue();
    return next;
  }

  async #turn({ text, images }: Queued): Promise<void> {
    this.images.set(text, images.length);
    this.#emit({ type: "turn_start" });
    const content = [{ type: "text" as const, text }, ...images];
    this.#whole({ role: "user", content, timestamp: this.#now() });
    const message: AssistantMessage = {
      role: "assistant",
      content: [],
      api: "fake",
      provider: "fake",
      model: "echo-1",
      usage: noUsage,
      stopReason: "pending",
      timestamp: this.#now(),
    };
    this.#emit({ type: "message_start", message });
    const answer = text.startsWith("big ") ? "x".repeat(Number(text.slice(4))) : `Echo: ${text}`;
    this.#delta(answer.slice(0, 5));
    if (text.startsWith("die")) process.exit(3);
    if (text.startsWith("ask")) await this.#ask();
    if (text.startsWith("wait"))
      await new Promise<void>((resolve) => {
        this.#release = resolve;
      });
    if (!this.#aborted) this.#delta(answer.slice(5));
    const stopReason = this.#aborted ? "aborted" : text.startsWith("fail") ? "error" : "stop";
    const done: AssistantMessage = { ...message, content: [{ type: "text", text: answer }], stopReason };
    this.#emit({ type: "message_end", message: done });
    this.#append({ type: "message", message: done });
    if (text.startsWith("tool")) this.#tool();
    this.#emit({ type: "turn_end", message: done, toolResults: [] });
    await new Promise((resolve) => setImmediate(resolve));
  }

  #tool(): void {
    const call = { toolCallId: "call-1", toolName: "read", args: { path: "a.txt" } };
    this.#emit({ type: "tool_execution_start", ...call });
    const result = { content: [{ type: "text" as const, text: "contents" }] };
    this.#emit({ type: "tool_execution_end", ...call, result, isError: false });
    this.#whole({ role: "toolResult", ...call, ...result, isError: false, timestamp: this.#now() });
  }

  async #ask(): Promise<void> {
    const id = `ask-${++this.#serial}`;
    const answered = new Promise<Fields>((resolve) => this.#answers.set(id, resolve));
    this.#emit({ type: "extension_ui_request", id, method: "select", title: "Which one?", options: ["left", "right"] });
    const answer = await answered;
    this.#delta(` You said ${String(answer.value ?? "nothing")}.`);
  }

  #bash({ id, command }: Fields): Promise<Fields> {
    this.#emit({ type: "bash_execution_update", id, channel: "stdout", delta: "out\n" });
    const result = { output: "out\n", exitCode: 0, cancelled: false, truncated: false };
    const message = { role: "bashExecution" as const, command: String(command), ...result, timestamp: this.#now() };
    this.#append({ type: "message", message });
    return Promise.resolve(result);
  }

  #whole(message: AgentMessage): void {
    this.#emit({ type: "message_start", message });
    this.#emit({ type: "message_end", message });
    this.#append({ type: "message", message });
  }

  #delta(delta: string): void {
    const assistantMessageEvent = { type: "text_delta", contentIndex: 0, delta };
    if (delta) this.#emit({ type: "message_update", usage: noUsage, assistantMessageEvent });
  }

  #append(fields: Fields): void {
    const id = (++this.#serial).toString(16).padStart(8, "0");
    const timestamp = new Date(this.#now()).toISOString();
    const entry = { ...fields, id, parentId: this.leafId, timestamp } as unknown as SessionEntry;
    this.entries.push(entry);
    this.leafId = id;
    if (this.#options.extras) this.#emit({ type: "entry_appended", entry });
  }

  #now(): number {
    this.#time += 1000;
    return this.#time;
  }
}

function textOf(message: MessageEntry["message"]): string {
  const content = "content" in message ? message.content : "";
  if (typeof content === "string") return content;
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
}
