/** The panel's end of the panel wire: messages out, replies matched to their requests. */
import type { HostMessage, PanelMessage, QueryData, RelayedCommand } from "../../extension/panel/messages.ts";
import type { CommandArgs } from "../../server/protocol/command.ts";
import type { ResponseData } from "../../server/protocol/response.ts";

interface VSCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VSCodeApi;

const api = acquireVsCodeApi();
const pending = new Map<string, { resolve(data: unknown): void; reject(error: Error): void }>();
let lastId = 0;

/** An id that no other message of this webview has. */
export function newId(): string {
  lastId += 1;
  return `${clientId}-${lastId}`;
}

/** Tells this webview from any other; a reload makes a new one. */
export const clientId: string = crypto.randomUUID();

/** Sends one message to the extension host. */
export function post(message: PanelMessage): void {
  api.postMessage(message);
}

/** Longer texts are not kept with the view: they are written with every key. */
export const MOST_KEPT = 100_000;

/** What is kept with the view, each by its own name. */
type KeptName = "lateDraft" | "messageEdit" | "queueEdit";

/** Leaves a value with VS Code, which has it for this view when it loads it anew. Small values only; null for none. */
export function keep(name: KeptName, value: unknown): void {
  api.setState({ ...(api.getState() as object | null | undefined), [name]: value });
}

/** What `keep` was given last under this name, by this view or by the one before it. */
export function kept(name: KeptName): unknown {
  return (api.getState() as Partial<Record<KeptName, unknown>> | null | undefined)?.[name] ?? null;
}

function ask(message: Extract<PanelMessage, { requestId: string }>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    pending.set(message.requestId, { resolve, reject });
    post(message);
  });
}

/** Sends a protocol command to the server behind this chat. Rejects with the server's error text. */
export function command<N extends RelayedCommand>(name: N, args: CommandArgs<N>): Promise<ResponseData[N]> {
  return ask({ type: "command", requestId: newId(), command: name, args: { ...args } }) as Promise<ResponseData[N]>;
}

/** Replaces the whole queue. Rejects when the server refuses; nothing is lost then. */
export function setQueue(steering: string[], followUp: string[]): Promise<void> {
  return ask({ type: "setQueue", requestId: newId(), steering, followUp }) as Promise<void>;
}

type QueryMessage = Extract<PanelMessage, { type: "query" }>;
type QueryArgs<K extends keyof QueryData> = Omit<Extract<QueryMessage, { what: K }>, "type" | "requestId" | "what">;

/** Asks the host for data: older entries, a whole entry, the tree, mentions. */
export function query<K extends keyof QueryData>(what: K, args: QueryArgs<K>): Promise<QueryData[K]> {
  const message = { type: "query", requestId: newId(), what, ...args } as unknown as QueryMessage;
  return ask(message) as Promise<QueryData[K]>;
}

/** Settles the promise a reply belongs to; a reply nobody waits for is ignored. */
export function settleReply(message: Extract<HostMessage, { type: "reply" }>): void {
  const waiting = pending.get(message.requestId);
  pending.delete(message.requestId);
  if (message.ok) waiting?.resolve(message.data);
  else waiting?.reject(new Error(message.error));
}
