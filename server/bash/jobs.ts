import type { CommandId } from "../protocol/command.ts";
import { killGroup } from "./kill-job.ts";

interface Job {
  readonly id: CommandId | undefined;
  readonly abort: AbortController;
  readonly done: Promise<unknown>;
  pid: number | undefined;
}

export interface JobHandle {
  readonly signal: AbortSignal;
  /** Says which process group the job has, once it has one. */
  started(pid: number): void;
}

/** The direct bash commands that are running, whichever session they were started in. */
export class BashJobs {
  readonly #jobs = new Set<Job>();

  constructor() {
    // However the process ends, no command outlives it.
    process.once("exit", () => {
      for (const { pid } of this.#jobs) if (pid !== undefined) killGroup(pid);
    });
  }

  /** Runs `work` as a job that `abort` reaches, under the id of its command. */
  run<T>(id: CommandId | undefined, work: (job: JobHandle) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const started = (pid: number) => {
      job.pid = pid;
    };
    // Not before the job is listed: it may be aborted before anything has been started.
    const done = Promise.resolve().then(() => work({ signal: abort.signal, started }));
    const job: Job = { id, abort, done, pid: undefined };
    this.#jobs.add(job);
    return done.finally(() => this.#jobs.delete(job));
  }

  /** Ends the jobs of this command, or all; resolves nothing: each job still gives its own result. */
  abort(id?: CommandId): void {
    for (const job of this.#jobs) if (id === undefined || job.id === id) job.abort.abort();
  }

  /** Ends all jobs and resolves when they have given their results. */
  async drain(): Promise<void> {
    this.abort();
    await Promise.allSettled([...this.#jobs].map((job) => job.done));
  }
}
