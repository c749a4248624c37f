/**
 * A session as the owner of a job that may outlive it. A direct bash command is recorded once, in the
 * session it was started in, whatever has become current in the meantime (protocol page, "Bash").
 */
import type { BashResult } from "../protocol/response.ts";
import { openStore, type SessionStore } from "./file/store.ts";
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
    const { store } = this.session;
    // An in-memory fork goes on in the same SDK objects under another id: the late result has no place.
    if (store.manager.getSessionId() !== this.sessionId) return;
    const { manager, writer } = latest(store);
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
    writer?.release();
  }

  /** The job is over. */
  release(): void {
    this.#onRelease();
  }
}

/**
 * A session that was left, as it stands on disk. When it was taken up again in the meantime and went on, what was
 * left in memory ends at an entry that is no longer its last, and an append there would hide what came after.
 */
function latest(left: SessionStore): SessionStore {
  const { manager, writer } = left;
  if (!writer?.changedElsewhere()) return left;
  const store = openStore(writer.path, manager.getSessionDir(), undefined);
  store.writer?.opened();
  return store;
}
