/**
 * A session as the owner of a job that may outlive it. A direct bash command is recorded once, in the
 * session it was started in, whatever has become current in the meantime (protocol page, "Bash").
 */
import type { BashResult } from "../protocol/response.ts";
import type { LiveSession } from "./live-session.ts";

export class SessionOwner {
  /** The session the job was started in. */
  readonly session: LiveSession;
  readonly sessionId: string;
  readonly #onRelease: () => void;
  #current: LiveSession;

  constructor(session: LiveSession, onRelease: () => void) {
    this.session = session;
    this.sessionId = session.id;
    this.#current = session;
    this.#onRelease = onRelease;
  }

  /** Told by the host after each replacement. */
  currentChanged(current: LiveSession): void {
    this.#current = current;
  }

  /** Records a finished command in the owning session. A run in progress gets it when it has ended. */
  recordBash(command: string, result: BashResult, options: { excludeFromContext?: boolean } = {}): void {
    const { output, exitCode, cancelled, truncated } = result;
    const file = result.fullOutputPath ? { fullOutputPath: result.fullOutputPath } : {};
    if (this.#current.id === this.sessionId && !this.#current.disposed) {
      this.#current.sdk.recordBashResult(command, { output, exitCode, cancelled, truncated, ...file }, options);
      return;
    }
    const { manager } = this.session.store;
    // An in-memory fork goes on in the same SDK objects under another id: the late result has no place.
    if (manager.getSessionId() !== this.sessionId) return;
    manager.appendMessage({
      role: "bashExecution",
      command,
      output,
      exitCode,
      cancelled,
      truncated,
      ...file,
      timestamp: Date.now(),
      ...(options.excludeFromContext ? { excludeFromContext: true } : {}),
    });
    this.session.store.writer?.release();
  }

  /** The job is over. */
  release(): void {
    this.#onRelease();
  }
}
