import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Gate } from "./gate.ts";
import { ModelRequest, type RequestBody } from "./model-request.ts";
import type { Reply, Script } from "./script.ts";
import { play } from "./stream.ts";

/**
 * A scripted OpenAI-compatible endpoint on 127.0.0.1. Agent requests (those that offer tools) take the next script
 * of the queue, or `fallback` when it is empty; requests without tools (compaction, summaries) take `auxiliary`.
 * Every request is recorded.
 */
export class ScriptedEndpoint {
  readonly requests: ModelRequest[] = [];
  /** Answers agent requests for which nothing was scripted. */
  fallback: Reply = ["ok"];
  /** Answers requests that offer no tools. */
  auxiliary: Reply = ["A short summary."];
  /** JSON answers to other requests, by their path; the list of models is empty unless it stands here. */
  readonly pages = new Map<string, unknown>();
  /** When set, requests without this key are refused. */
  key: string | undefined;
  #queue: Reply[] = [];
  #server: Server;
  #watchers = new Set<() => void>();

  private constructor(server: Server) {
    this.#server = server;
  }

  /** `port`: 0, the default, takes a free one. Rejects when it is taken. */
  static async start(port = 0): Promise<ScriptedEndpoint> {
    const server = createServer();
    const endpoint = new ScriptedEndpoint(server);
    server.on("request", (request, response) => void endpoint.#handle(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
    return endpoint;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** What goes into models.json as baseUrl. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  /** Appends scripts, one for each coming agent request. */
  push(...replies: Reply[]): void {
    this.#queue.push(...replies);
  }

  /** Forgets scripts and recorded requests, and answers as at the start. */
  reset(): void {
    this.#queue = [];
    this.requests.length = 0;
    this.fallback = ["ok"];
    this.auxiliary = ["A short summary."];
  }

  /** Lets requests without tools wait at a gate before they are answered with `text`. */
  gateAuxiliary(text: string): Gate {
    const gate = new Gate();
    this.auxiliary = [{ gate }, text];
    return gate;
  }

  get agentRequests(): ModelRequest[] {
    return this.requests.filter((request) => request.hasTools);
  }

  get auxiliaryRequests(): ModelRequest[] {
    return this.requests.filter((request) => !request.hasTools);
  }

  /** The first request that fits, at once or when it comes. Rejects after `timeout` ms. */
  async waitForRequest(fits: (request: ModelRequest) => boolean = () => true, timeout = 15_000): Promise<ModelRequest> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = this.requests.find(fits);
        if (!found) return;
        finish();
        resolve(found);
      };
      const timer = setTimeout(() => {
        finish();
        reject(new Error(`the endpoint saw no such request; it saw ${this.requests.length}`));
      }, timeout);
      const finish = () => {
        clearTimeout(timer);
        this.#watchers.delete(check);
      };
      this.#watchers.add(check);
      check();
    });
  }

  /** The n-th agent request, counted from 1. */
  async waitForAgentRequest(n: number, timeout?: number): Promise<ModelRequest> {
    await this.waitForRequest(() => this.agentRequests.length >= n, timeout);
    return this.agentRequests[n - 1] as ModelRequest;
  }

  /** Cuts every open connection and closes the port. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.key !== undefined && request.headers.authorization !== `Bearer ${this.key}`) {
      response.writeHead(401).end('{"error":{"message":"Incorrect API key provided"}}');
      return;
    }
    const page = this.pages.get(request.url ?? "");
    if (page !== undefined || request.method === "GET") {
      const isList = request.url?.endsWith("/models");
      response
        .writeHead(page !== undefined || isList ? 200 : 404, { "content-type": "application/json" })
        .end(JSON.stringify(page ?? (isList ? { object: "list", data: [] } : {})));
      return;
    }
    let body: RequestBody;
    try {
      body = JSON.parse(await readText(request)) as RequestBody;
    } catch {
      response.writeHead(400).end('{"error":{"message":"not JSON"}}');
      return;
    }
    const closed = new Promise<boolean>((resolve) => {
      response.on("close", () => resolve(!response.writableFinished));
    });
    const recorded = new ModelRequest(body, request.headers, closed);
    const reply = recorded.hasTools ? (this.#queue.shift() ?? this.fallback) : this.auxiliary;
    this.requests.push(recorded);
    for (const watcher of [...this.#watchers]) watcher();
    const script: Script = typeof reply === "function" ? reply(recorded) : reply;
    await play(script, response, body.model ?? "", this.requests.length);
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
