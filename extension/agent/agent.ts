import { describeEnd, ServerEndedError } from "../../server/client/errors.ts";
import { type ServerProcess, spawnServer } from "../../server/client/spawn.ts";
import type { TransportEnd } from "../../server/client/transport.ts";
import type { CommandArgs, CommandName } from "../../server/protocol/command.ts";
import type { ServerRecord } from "../../server/protocol/event.ts";
import type { ExtensionUIAnswer } from "../../server/protocol/extension-ui.ts";
import type { ResponseData } from "../../server/protocol/response.ts";
import { type AgentLink, errorText } from "../broker/link.ts";
import type { AgentStatus } from "../panel/messages.ts";
import { t } from "../texts.ts";
import { countEnding } from "./ending.ts";
import { LaunchError } from "./launch-error.ts";

/** A server must have answered its first question after this long, in ms. */
export const START_PATIENCE_MS = 15_000;
/** Pauses before a server that died is started again, in ms; after the last one the person is asked. */
export const RESTART_DELAYS_MS = [500, 1000, 2000, 4000, 8000];
/** A server that lived this long is a healthy one: the pauses begin anew, in ms. */
const HEALTHY_MS = 60_000;

/** What to run, found anew for every start. */
export interface LaunchPlan {
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  serverName?: string;
  serverVersion?: string;
}

export interface AgentOptions {
  /** Finds out what to run. Rejects with LaunchError when nothing can be. */
  plan(): Promise<LaunchPlan>;
  record(record: ServerRecord): void;
  status(status: AgentStatus): void;
  /** The server answers; what is returned is awaited before `start` resolves. */
  ready(): Promise<void>;
  log(text: string): void;
  stderr(text: string): void;
  startPatienceMs?: number;
  restartDelaysMs?: readonly number[];
}

/**
 * The server process of one chat: started on first use, watched, started again with growing pauses when it
 * dies. What a former process still says or how it ends never touches the one that came after it.
 */
export class Agent implements AgentLink {
  readonly #options: AgentOptions;
  #server: ServerProcess | undefined;
  #status: AgentStatus = { phase: "off", since: Date.now() };
  #starting: Promise<void> | undefined;
  #restart: NodeJS.Timeout | undefined;
  /** Tells one start from the next: what belongs to a former one counts no more. */
  #run = 0;
  #deaths = 0;
  #readyAt = 0;
  #disposed = false;

  constructor(options: AgentOptions) {
    this.#options = options;
  }

  get status(): AgentStatus {
    return this.#status;
  }
  get pid(): number | undefined {
    return this.#server?.pid;
  }

  /** Starts the server unless it runs. After a failure only `restart` tries again by itself. */
  start(): Promise<void> {
    if (this.#status.phase === "ready") return Promise.resolve();
    if (this.#starting) return this.#starting;
    const starting = this.#begin().finally(() => {
      if (this.#starting === starting) this.#starting = undefined;
    });
    this.#starting = starting;
    return starting;
  }

  /** Stops the server, if there is one, and starts it again. */
  async restart(): Promise<void> {
    this.#deaths = 0;
    await this.stop();
    await this.start();
  }

  /** Kills the server and all it started, at once, and starts it again. */
  async forceRestart(): Promise<void> {
    const server = this.#release();
    if (server) await countEnding(server.kill());
    this.#setPhase("off");
    await this.start();
  }

  /** Ends the server in order; one that does not go is killed with all it started. It starts again on next use. */
  async stop(): Promise<void> {
    const server = this.#release();
    this.#setPhase("off");
    if (server) await countEnding(server.stop());
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.stop();
  }

  newId(): string {
    return this.#server?.client.newId() ?? "";
  }

  async request<N extends CommandName>(name: N, args: CommandArgs<N>, id?: string): Promise<ResponseData[N]> {
    const client = this.#server?.client;
    if (!client) throw new Error(t("The agent is not running."));
    type Command = (name: N, args: CommandArgs<N>, options: { id?: string }) => Promise<ResponseData[N]>;
    return (client.command as Command).call(client, name, args, id ? { id } : {});
  }

  answer(id: string, answer: ExtensionUIAnswer): void {
    this.#server?.client.answer(id, answer);
  }

  async #begin(): Promise<void> {
    if (this.#disposed) throw new Error(t("This chat is closed."));
    clearTimeout(this.#restart);
    this.#run += 1;
    const run = this.#run;
    this.#setPhase("starting");
    try {
      const plan = await this.#options.plan();
      if (run !== this.#run) throw stoppedWhileStarting();
      await this.#launch(plan);
    } catch (error) {
      if (run === this.#run) {
        this.#release();
        this.#fail(error);
      }
      throw error;
    }
  }

  async #launch(plan: LaunchPlan): Promise<void> {
    this.#options.log(`Starting ${[plan.command, ...plan.args].join(" ")} in ${plan.cwd}`);
    const server = spawnServer({ ...plan, log: this.#options.log });
    this.#server = server;
    server.onStderr(this.#options.stderr);
    server.client.onRecord((record) => {
      if (server === this.#server) this.#options.record(record);
    });
    server.client.onEnd((end) => this.#ended(server, end));
    await this.#firstAnswer(server);
    // It may have answered while it was being stopped: then it is no longer the one that counts.
    if (server !== this.#server) throw stoppedWhileStarting();
    const { serverName, serverVersion } = plan;
    this.#readyAt = Date.now();
    this.#setPhase("ready", { ...(serverName ? { serverName } : {}), ...(serverVersion ? { serverVersion } : {}) });
    await this.#options.ready();
  }

  /** The first question: a server that says nothing is given up, and its stderr shown. */
  async #firstAnswer(server: ServerProcess): Promise<void> {
    const patience = this.#options.startPatienceMs ?? START_PATIENCE_MS;
    try {
      await server.client.command("get_state", {}, { signal: AbortSignal.timeout(patience) });
    } catch (error) {
      void countEnding(server.kill());
      if (error instanceof ServerEndedError) throw launchErrorOf(error.end);
      if (error instanceof Error && error.name !== "TimeoutError") throw error;
      throw new LaunchError(
        t("The agent does not answer"),
        t("It was started {0} seconds ago and has said nothing.", Math.round(patience / 1000)),
        lastLines(server.stderr),
      );
    }
  }

  #ended(server: ServerProcess, end: TransportEnd): void {
    if (server !== this.#server || this.#status.phase !== "ready") return;
    this.#server = undefined;
    this.#options.log(describeEnd(end));
    if (Date.now() - this.#readyAt > HEALTHY_MS) this.#deaths = 0;
    const delays = this.#options.restartDelaysMs ?? RESTART_DELAYS_MS;
    const delay = delays[this.#deaths];
    this.#deaths += 1;
    const error = errorOf(launchErrorOf(end), end);
    this.#setPhase(delay === undefined ? "lost" : "restarting", { error });
    if (delay === undefined) return;
    this.#restart = setTimeout(() => this.start().catch((failure) => this.#options.log(errorText(failure))), delay);
  }

  /** Lets go of the process: nothing that comes of it counts from now on. */
  #release(): ServerProcess | undefined {
    clearTimeout(this.#restart);
    this.#run += 1;
    this.#starting = undefined;
    const server = this.#server;
    this.#server = undefined;
    return server;
  }

  #fail(error: unknown): void {
    this.#options.log(`The agent could not be started: ${errorText(error)}`);
    this.#setPhase("failed", { error: errorOf(error) });
  }

  #setPhase(phase: AgentStatus["phase"], more: Omit<Partial<AgentStatus>, "phase" | "since"> = {}): void {
    this.#status = { phase, since: Date.now(), ...more };
    this.#options.status(this.#status);
  }
}

function stoppedWhileStarting(): Error {
  return new Error(t("The agent was stopped while it started."));
}

function lastLines(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-20);
}

function launchErrorOf(end: TransportEnd): LaunchError {
  return new LaunchError(t("The agent stopped"), `${describeEnd(end)}.`, lastLines(end.stderr));
}

function errorOf(error: unknown, end?: TransportEnd): NonNullable<AgentStatus["error"]> {
  const known = error instanceof LaunchError ? error : undefined;
  return {
    title: known?.title ?? t("The agent cannot be run"),
    message: errorText(error),
    stderr: known?.stderr ?? [],
    ...(end ? { exitCode: end.exitCode, signal: end.signal } : {}),
  };
}
