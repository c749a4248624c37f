import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { cut, type EndpointUsage, isHttpError, type Script, type Step } from "./script.ts";

/** Plays a script as the answer to one chat completion request; ends quietly when the client hangs up. */
export async function play(script: Script, response: ServerResponse, model: string, serial: number): Promise<void> {
  if (isHttpError(script)) {
    const body = script.body ?? { error: { message: `scripted ${script.status}`, type: "scripted_error" } };
    response.writeHead(script.status, { "content-type": "application/json", ...script.headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
    return;
  }
  const gone = new Promise<void>((resolve) => response.once("close", () => resolve()));
  const stream = new CompletionStream(response, model, serial, gone);
  await stream.delta({ role: "assistant", content: "" });
  for (const step of script) {
    if (response.destroyed) return;
    await stream.step(typeof step === "string" ? { text: step } : step);
  }
  if (!response.destroyed) await stream.end();
}

/** Writes server-sent events in the shape of OpenAI's chat completion chunks. */
class CompletionStream {
  #response: ServerResponse;
  #head: object;
  #serial: number;
  #gone: Promise<void>;
  #calls = 0;
  #finish: string | undefined;
  #usage: EndpointUsage = { prompt_tokens: 100, completion_tokens: 20 };

  constructor(response: ServerResponse, model: string, serial: number, gone: Promise<void>) {
    this.#response = response;
    this.#serial = serial;
    this.#head = { id: `chatcmpl-${serial}`, object: "chat.completion.chunk", created: 1_700_000_000, model };
    this.#gone = gone;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    response.flushHeaders();
  }

  async step(step: Exclude<Step, string>): Promise<void> {
    if ("text" in step) {
      for (const piece of step.pieces ?? cut(step.text)) await this.delta({ content: piece });
    } else if ("reasoning" in step) {
      for (const piece of step.pieces ?? cut(step.reasoning)) await this.delta({ reasoning_content: piece });
    } else if ("tool" in step) {
      await this.#call(step);
    } else if ("gate" in step) {
      await Promise.race([step.gate.pass(), this.#gone]);
    } else if ("finish" in step) {
      this.#finish = step.finish;
    } else if ("usage" in step) {
      this.#usage = { ...this.#usage, ...step.usage };
    } else if ("raw" in step) {
      await this.#write(step.raw);
    } else if ("drop" in step) {
      await new Promise<void>((resolve) => this.#response.write(": cut\n\n", () => resolve()));
      this.#response.destroy();
    } else {
      await this.#gone;
    }
  }

  async delta(delta: object): Promise<void> {
    await this.#event({ choices: [{ index: 0, delta, finish_reason: null }] });
  }

  /** The finish reason, the usage and the end mark. */
  async end(): Promise<void> {
    const finish = this.#finish ?? (this.#calls > 0 ? "tool_calls" : "stop");
    await this.#event({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
    const total = this.#usage.prompt_tokens + this.#usage.completion_tokens;
    await this.#event({ choices: [], usage: { ...this.#usage, total_tokens: total } });
    await this.#write("data: [DONE]\n\n");
    this.#response.end();
  }

  async #call(step: { tool: string; args: unknown; id?: string; pieces?: readonly string[] }): Promise<void> {
    const index = this.#calls++;
    const id = step.id ?? `call_${this.#serial}_${index + 1}`;
    const args = typeof step.args === "string" ? step.args : JSON.stringify(step.args);
    await this.delta({ tool_calls: [{ index, id, type: "function", function: { name: step.tool, arguments: "" } }] });
    for (const piece of step.pieces ?? cut(args)) {
      await this.delta({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }

  async #event(fields: object): Promise<void> {
    await this.#write(`data: ${JSON.stringify({ ...this.#head, ...fields })}\n\n`);
  }

  async #write(text: string): Promise<void> {
    if (this.#response.destroyed || this.#response.write(text)) return;
    await Promise.race([once(this.#response, "drain"), this.#gone]);
  }
}
