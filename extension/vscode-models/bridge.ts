/**
 * An endpoint on this computer's own address that answers with VS Code's models: the agent's server speaks OpenAI's
 * chat API to it. Whoever asks must show the key, which is made anew for each bridge.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type AnswerPart, ChatAnswer } from "./chat-answer.ts";
import { BadRequest, type ChatRequest, chatRequest, type TurnPart } from "./chat-request.ts";

export interface HostModel {
  id: string;
  name: string;
  /** Tokens it takes at most. */
  maxInputTokens: number;
  takesImages: boolean;
}

/** VS Code's models, as the bridge needs them. */
export interface ModelAccess {
  models(): Promise<HostModel[]>;
  /** Rejects with ModelRefusal when the model is not there, or says no. */
  answer(request: ChatRequest, signal: AbortSignal): AsyncIterable<AnswerPart>;
  countTokens(modelId: string, text: string): Promise<number>;
}

/** The model does not answer, and why; `status` as HTTP has it. */
export class ModelRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const MAX_BODY = 64 * 1024 * 1024;

export class ModelBridge {
  readonly key = randomBytes(24).toString("base64url");
  readonly #access: ModelAccess;
  readonly #server: Server;

  private constructor(access: ModelAccess) {
    this.#access = access;
    this.#server = createServer((request, response) => void this.#serve(request, response));
    // A model may think for as long as it likes.
    this.#server.requestTimeout = 0;
  }

  /** Starts listening on 127.0.0.1, at a port that is free. */
  static async start(access: ModelAccess): Promise<ModelBridge> {
    const bridge = new ModelBridge(access);
    await new Promise<void>((resolve, reject) => {
      bridge.#server.once("error", reject);
      bridge.#server.listen(0, "127.0.0.1", resolve);
    });
    bridge.#server.unref();
    return bridge;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  dispose(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!this.#isAllowed(request)) throw new ModelRefusal(401, "The key is not this endpoint's.");
      if (request.method === "GET" && request.url === "/v1/models") return await this.#list(response);
      if (request.method !== "POST" || request.url !== "/v1/chat/completions")
        throw new ModelRefusal(404, "Not found.");
      await this.#answer(chatRequest(await bodyOf(request)), response);
    } catch (error) {
      fail(response, error);
    }
  }

  #isAllowed({ headers }: IncomingMessage): boolean {
    const shown = Buffer.from(headers.authorization ?? "");
    const wanted = Buffer.from(`Bearer ${this.key}`);
    return shown.length === wanted.length && timingSafeEqual(shown, wanted);
  }

  async #list(response: ServerResponse): Promise<void> {
    const models = await this.#access.models();
    const data = models.map(({ id }) => ({ id, object: "model", created: 0, owned_by: "vscode" }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ object: "list", data }));
  }

  async #answer(request: ChatRequest, response: ServerResponse): Promise<void> {
    if (!request.stream) throw new BadRequest('only "stream": true is answered');
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const count = (text: string) => this.#access.countTokens(request.model, text).catch(() => 0);
    const promptTokens = count(textOf(request));
    const answer = new ChatAnswer(request.model);
    const send = (chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    for await (const part of this.#access.answer(request, gone.signal)) {
      if (gone.signal.aborted) return;
      if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
      send(answer.part(part));
    }
    if (gone.signal.aborted) return;
    if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
    const usage = { promptTokens: await promptTokens, completionTokens: await count(answer.text) };
    for (const chunk of answer.end(usage)) send(chunk);
    response.end("data: [DONE]\n\n");
  }
}

/** Before anything was said a failure has a status; afterwards it is the last thing in the stream. */
function fail(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const status = error instanceof ModelRefusal ? error.status : error instanceof BadRequest ? 400 : 502;
  const body = JSON.stringify({ error: { message, type: "vscode_model_error", code: status } });
  if (response.destroyed || response.writableEnded) return;
  if (response.headersSent) response.end(`data: ${body}\n\n`);
  else response.writeHead(status, { "content-type": "application/json" }).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new ModelRefusal(413, "The request is too large.");
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new BadRequest("the body is no JSON");
  }
}

/** All text of a request, as a measure of its tokens. */
function textOf({ turns, tools }: ChatRequest): string {
  const parts = turns.flatMap((turn) => turn.parts.map(partText));
  return [...parts, ...tools.map((tool) => JSON.stringify(tool))].join("\n");
}

function partText(part: TurnPart): string {
  if (part.type === "image") return "";
  return part.type === "toolCall" ? part.name + JSON.stringify(part.input) : part.text;
}
