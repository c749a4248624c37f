import type { IncomingHttpHeaders } from "node:http";

interface WireMessage {
  role: string;
  content?: unknown;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}
/** The body of POST /v1/chat/completions, as far as tests look at it. */
export interface RequestBody {
  model?: string;
  messages?: WireMessage[];
  tools?: { function: { name: string } }[];
  stream?: boolean;
  reasoning_effort?: string;
  [key: string]: unknown;
}

/** One request the endpoint received. */
export class ModelRequest {
  readonly body: RequestBody;
  readonly headers: IncomingHttpHeaders;
  /** Resolves when the connection is done; true when the client hung up before the answer was complete. */
  readonly closed: Promise<boolean>;

  constructor(body: RequestBody, headers: IncomingHttpHeaders, closed: Promise<boolean>) {
    this.body = body;
    this.headers = headers;
    this.closed = closed;
  }

  /** Whether tools were offered: a turn of the agent, not a compaction or summary request. */
  get hasTools(): boolean {
    return (this.body.tools?.length ?? 0) > 0;
  }

  /** Role and joined text of each message but the system prompt. */
  get conversation(): { role: string; text: string }[] {
    return (this.body.messages ?? [])
      .filter((message) => message.role !== "system" && message.role !== "developer")
      .map((message) => ({ role: message.role, text: textOf(message.content) }));
  }

  /** The text of the last user message. */
  get lastUserText(): string {
    return this.conversation.findLast((message) => message.role === "user")?.text ?? "";
  }

  /** All message text of the request, system prompt included, joined by line ends. */
  get allText(): string {
    return (this.body.messages ?? []).map((message) => textOf(message.content)).join("\n");
  }

  /** Data URLs of the images sent with it, in order. */
  get images(): string[] {
    return (this.body.messages ?? []).flatMap((message) =>
      parts(message.content).flatMap((part) => (part.image_url ? [part.image_url.url] : [])),
    );
  }
}

interface Part {
  text?: string;
  image_url?: { url: string };
}

function parts(content: unknown): Part[] {
  return Array.isArray(content) ? (content as Part[]) : [];
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return parts(content)
    .map((part) => part.text ?? "")
    .join("");
}
