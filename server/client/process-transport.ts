import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { LineSplitter } from "../rpc/framing.ts";
import type { StderrTail } from "./stderr-tail.ts";
import type { Transport, TransportEnd } from "./transport.ts";

/** How long after the exit its stdout may stay open (a grandchild can hold it) before the end is reported, in ms. */
const drainTime = 1000;
const stderrLines = 20;

/** Records over the stdio of a child process. The end is reported when all it wrote has been delivered. */
export class ProcessTransport implements Transport {
  #child: ChildProcessWithoutNullStreams;
  #tail: StderrTail;
  #onMessage: (message: string) => void = () => {};
  #onEnd: (end: TransportEnd) => void = () => {};
  #ended = false;

  constructor(child: ChildProcessWithoutNullStreams, tail: StderrTail) {
    this.#child = child;
    this.#tail = tail;
    const splitter = new LineSplitter((text) => this.#onMessage(text));
    child.stdout.on("data", (chunk: Buffer) => splitter.push(chunk));
    child.stdout.on("end", () => splitter.end());
    child.stdin.on("error", () => {}); // a broken pipe: the end follows
    child.on("error", (error) => {
      if (child.pid === undefined) this.#finish({ exitCode: null, signal: null, error: error.message });
    });
    child.on("exit", (exitCode, signal) => {
      const report = () => this.#finish({ exitCode, signal });
      const timer = setTimeout(report, drainTime);
      child.once("close", () => {
        clearTimeout(timer);
        report();
      });
    });
  }

  onMessage(listener: (message: string) => void): void {
    this.#onMessage = listener;
  }

  onEnd(listener: (end: TransportEnd) => void): void {
    this.#onEnd = listener;
  }

  send(message: string): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(`${message}\n`);
  }

  #finish(end: Omit<TransportEnd, "stderr">): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onMessage = () => {}; // what a grandchild still writes belongs to nobody
    this.#onEnd({ ...end, stderr: this.#tail.lines(stderrLines) });
  }
}
