import { type BashOperations, getShellConfig } from "@earendil-works/pi-coding-agent";
import type { CommandId } from "../protocol/command.ts";
import type { BashResult } from "../protocol/response.ts";
import type { SessionHost } from "../session/host.ts";
import type { LiveSession } from "../session/live-session.ts";
import type { SessionOwner } from "../session/owner.ts";
import { commandEnvironment } from "./environment.ts";
import { BashJobs, type JobHandle } from "./jobs.ts";
import { type Execute, inShell, runCommand } from "./run-command.ts";
import type { Channel } from "./shell.ts";
import { sweepTempFolder, userTempFolder } from "./temp-folder.ts";

export interface BashRequest {
  id: CommandId | undefined;
  command: string;
  excludeFromContext: boolean;
  onDelta(channel: Channel, delta: string): void;
}

/** Direct bash of one server: commands that belong to the session they were started in, whatever is current later. */
export class DirectBash {
  readonly #host: SessionHost;
  readonly #jobs = new BashJobs();

  constructor(host: SessionHost) {
    this.#host = host;
    host.onShutdown(() => this.#jobs.drain());
    void sweepTempFolder(userTempFolder());
  }

  /** Runs a command, records it once in its session and gives its result. Rejects when it could not be started. */
  async run({ id, command, excludeFromContext, onDelta }: BashRequest): Promise<BashResult> {
    const owner = this.#host.owner();
    try {
      owner.session.assertWritable();
      return await this.#jobs.run(id, async (job) => {
        const result = await this.#execute(owner.session, command, excludeFromContext, job, onDelta);
        this.#record(owner, command, result, excludeFromContext);
        return result;
      });
    } finally {
      owner.release();
    }
  }

  /** Ends the command with this id, or all. */
  abort(id: CommandId | undefined): void {
    this.#jobs.abort(id);
  }

  /** The command has run and its result is told, whatever becomes of the session file. */
  #record(owner: SessionOwner, command: string, result: BashResult, excludeFromContext: boolean): void {
    try {
      owner.recordBash(command, result, { excludeFromContext });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#host.current.notify(`The result of "${command}" could not be kept in its session: ${reason}`, "error");
    }
  }

  async #execute(
    session: LiveSession,
    command: string,
    excludeFromContext: boolean,
    job: JobHandle,
    onDelta: BashRequest["onDelta"],
  ): Promise<BashResult> {
    const { sdk, store } = session;
    const cwd = store.manager.getCwd();
    const hook = sdk.extensionRunner.hasHandlers("user_bash")
      ? await sdk.extensionRunner.emitUserBash({ type: "user_bash", command, excludeFromContext, cwd })
      : undefined;
    if (hook?.result) return plainResult(hook.result);
    const execute = hook?.operations
      ? throughOperations(hook.operations, command, cwd, job.signal)
      : this.#locally(session, command, cwd, job);
    return runCommand({ execute, sessionId: session.id, signal: job.signal, onDelta });
  }

  #locally({ sdk, services, store }: LiveSession, command: string, cwd: string, job: JobHandle): Execute {
    const { settingsManager } = services;
    const prefix = settingsManager.getShellCommandPrefix();
    return inShell({
      shell: getShellConfig(settingsManager.getShellPath()),
      command: prefix ? `${prefix}\n${command}` : command,
      cwd,
      env: commandEnvironment({
        sessionId: sdk.sessionId,
        sessionFile: store.writer?.path,
        provider: sdk.model?.provider,
        model: sdk.model?.id,
        thinkingLevel: sdk.thinkingLevel,
      }),
      signal: job.signal,
      onStart: job.started,
      ready: () => this.#host.writable(),
    });
  }
}

/** A command that an agent extension runs somewhere else; all its output counts as stdout. */
function throughOperations(operations: BashOperations, command: string, cwd: string, signal: AbortSignal): Execute {
  return async (onData) => {
    const { exitCode } = await operations.exec(command, cwd, { onData: (data) => onData("stdout", data), signal });
    return exitCode;
  };
}

/** A result that an agent extension gives, with no field but those of the page. */
function plainResult(result: NonNullable<Awaited<ReturnType<LiveSession["sdk"]["executeBash"]>>>): BashResult {
  const { output, exitCode, cancelled, truncated, fullOutputPath } = result;
  return {
    output,
    ...(exitCode === undefined || cancelled ? {} : { exitCode }),
    cancelled,
    truncated,
    ...(truncated ? { fullOutputPath: fullOutputPath ?? null } : {}),
  };
}
