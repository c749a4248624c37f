/** A chat joined to a scripted agent, and a panel that keeps what it is sent: the host without VS Code. */
import { Chat } from "../../extension/broker/chat.ts";
import { type DraftStore, MemoryDrafts } from "../../extension/broker/drafts.ts";
import type { ChatState, HostMessage, PanelMessage, PanelRecord } from "../../extension/panel/messages.ts";
import { type PanelHost, PanelRouter } from "../../extension/panel/router.ts";
import type { ServerRecord } from "../../server/protocol/event.ts";
import { FakeAgent, type FakeOptions, type Fields } from "./fake-agent.ts";
import { until } from "./until.ts";

export interface FakeHost {
  agent: FakeAgent;
  chat: Chat;
  /** Ends the server as a death of its process does. */
  die(): void;
}

/** A chat whose server is a scripted agent in this process. */
export async function fakeHost({ drafts, ...options }: FakeOptions & { drafts?: DraftStore } = {}): Promise<FakeHost> {
  const pending = new Map<string, { resolve(data: unknown): void; reject(error: Error): void }>();
  let serial = 0;
  let alive = false;
  let started: Promise<void> | undefined;
  const agent = new FakeAgent((record) => {
    if (!alive) return;
    const copy = JSON.parse(JSON.stringify(record)) as Fields;
    if (copy.type !== "response") return chat.receive(copy as unknown as ServerRecord);
    const waiting = pending.get(String(copy.id));
    pending.delete(String(copy.id));
    if (copy.success) waiting?.resolve(copy.data);
    else waiting?.reject(new Error(String(copy.error)));
  }, options);
  const start = async () => {
    alive = true;
    chat.agentChanged({ phase: "ready", since: 0 });
    await chat.agentReady();
  };
  const chat = new Chat({
    chatId: "chat-1",
    draftKey: "here",
    place: "sideBar",
    folder: { name: "work", path: "/somewhere" },
    drafts: drafts ?? new MemoryDrafts(),
    log: () => undefined,
    link: {
      start: () => {
        started ??= start();
        return started;
      },
      newId: () => `c${++serial}`,
      request: (type, args, id = `c${++serial}`) =>
        new Promise((resolve, reject) => {
          pending.set(id, { resolve: resolve as (data: unknown) => void, reject });
          setImmediate(() => agent.take({ ...args, type, id }));
        }),
      answer: (id, answer) => agent.take({ type: "extension_ui_response", id, ...answer }),
    },
  });
  const die = () => {
    alive = false;
    started = undefined;
    for (const { reject } of pending.values()) reject(new Error("The server ended"));
    pending.clear();
    chat.agentChanged({ phase: "restarting", since: 0 });
  };
  await chat.link.start();
  return { agent, chat, die };
}

export class FakePanel {
  readonly messages: HostMessage[] = [];
  readonly router: PanelRouter;
  /** Whether batches are acknowledged as they come. */
  acks = true;
  seq = 0;
  state: ChatState | undefined;
  /** All records since the last snapshot, the snapshot's own included. */
  records: PanelRecord[] = [];
  #serial = 0;

  constructor(chat: Chat, host: Partial<PanelHost> = {}) {
    this.router = new PanelRouter(chat, (message) => this.#receive(message), host as PanelHost);
  }

  send(message: PanelMessage): void {
    this.router.receive(message);
  }
  hello(clientId = "view-1"): void {
    this.send({ type: "hello", clientId, seq: this.seq });
  }
  say(text: string, more: Partial<Extract<PanelMessage, { type: "send" }>> = {}): string {
    const clientMessageId = `m${++this.#serial}`;
    this.send({ type: "send", clientMessageId, text, images: [], behavior: "steer", ...more });
    return clientMessageId;
  }

  /** Asks something and gives the reply's data; rejects with its error. */
  async ask(message: Record<string, unknown>): Promise<unknown> {
    const requestId = `r${++this.#serial}`;
    this.send({ ...message, requestId } as unknown as PanelMessage);
    const find = () => this.messages.find((one) => one.type === "reply" && one.requestId === requestId);
    await until(`a reply to ${String(message.type)}`, () => find() !== undefined);
    const reply = find() as Extract<HostMessage, { type: "reply" }>;
    if (reply.ok) return reply.data;
    throw new Error(reply.error);
  }

  of<K extends PanelRecord["kind"]>(kind: K): Extract<PanelRecord, { kind: K }>[] {
    return this.records.filter((record) => record.kind === kind) as Extract<PanelRecord, { kind: K }>[];
  }

  /** Text of the answer as the events have brought it so far. */
  get streamed(): string {
    return this.of("event")
      .map(({ event }) => {
        if (event.type !== "message_update") return "";
        const { assistantMessageEvent: inner } = event;
        return inner.type === "text_delta" ? inner.delta : "";
      })
      .join("");
  }

  #receive(message: HostMessage): void {
    const copy = JSON.parse(JSON.stringify(message)) as HostMessage;
    this.messages.push(copy);
    if (copy.type === "snapshot") {
      this.seq = copy.seq;
      this.state = copy.state;
      this.records = [...copy.records];
    } else if (copy.type === "batch") {
      if (copy.from !== this.seq) throw new Error(`a gap: ${copy.from} after ${this.seq}`);
      if (copy.to - copy.from !== copy.records.length) throw new Error("a batch is numbered wrongly");
      this.seq = copy.to;
      for (const record of copy.records) {
        this.records.push(record);
        if (record.kind === "state" && this.state) this.state = { ...this.state, ...record.patch };
      }
      if (this.acks) setImmediate(() => this.send({ type: "ack", seq: copy.to }));
    }
  }
}
