/**
 * The orderly end. The end of stdin, SIGTERM, SIGHUP, a lost parent and a lost reader all take the same way: commands that
 * are running are answered, child processes ended, the session closed. It takes two seconds at most.
 */
import type { Dispatcher } from "./rpc/dispatcher.ts";
import type { RecordWriter } from "./rpc/writer.ts";
import type { SessionHost } from "./session/host.ts";

const LIMIT_MS = 1800;
const PARENT_CHECK_MS = 1000;

const SIGNALS = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 } as const;

export class Shutdown {
  readonly #writer: RecordWriter;
  #served: { host: SessionHost; dispatcher: Dispatcher } | undefined;
  #ending = false;

  constructor(writer: RecordWriter) {
    this.#writer = writer;
    void writer.broken.then(() => this.end(1));
    for (const [signal, code] of Object.entries(SIGNALS)) {
      process.on(signal as keyof typeof SIGNALS, () => {
        if (this.#ending) process.exit(code);
        void this.end(code);
      });
    }
  }

  /** From here on there is something to close. */
  serve(host: SessionHost, dispatcher: Dispatcher): void {
    this.#served = { host, dispatcher };
    this.#watchParent();
  }

  /** Closes everything and ends the process with `code`. */
  async end(code: number): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    setTimeout(() => process.exit(code), LIMIT_MS);
    if (this.#served) {
      const { host, dispatcher } = this.#served;
      try {
        await host.quiesce();
        await dispatcher.settled();
        await host.close();
      } catch (error) {
        process.stderr.write(`${(error as Error).message}\n`);
      }
    }
    await this.#writer.flushed();
    process.exit(code);
  }

  /** A parent that was killed leaves stdin open when another process holds its end of the pipe. */
  #watchParent(): void {
    if (process.platform === "win32") return;
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) void this.end(0);
    }, PARENT_CHECK_MS).unref();
  }
}
