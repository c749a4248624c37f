import type { CommandArgs } from "../../../server/protocol/command.ts";
import type { ResponseData } from "../../../server/protocol/response.ts";
import type { SessionRow, SessionSource } from "./session-row.ts";

type ListSessions = (args: CommandArgs<"list_sessions">) => Promise<ResponseData["list_sessions"]>;

/** Sessions as a server lists them (`list_sessions`). */
export class ServerSessions implements SessionSource {
  readonly #ask: () => ListSessions | undefined;

  /** `ask`: the command of a server that runs and has it; undefined when none does. */
  constructor(ask: () => ListSessions | undefined) {
    this.#ask = ask;
  }

  /** Rejects when no server can list them. */
  async list(): Promise<SessionRow[]> {
    const ask = this.#ask();
    if (!ask) throw new Error("no server lists sessions");
    const { sessions } = await ask({ scope: "all" });
    return sessions.map(({ id, path, cwd, name, parentSession, created, modified, messageCount, firstMessage }) => ({
      id,
      path,
      cwd,
      created: Date.parse(created) || 0,
      modified: Date.parse(modified) || 0,
      ...(name ? { name } : {}),
      ...(messageCount > 0 && firstMessage ? { firstMessage } : {}),
      ...(parentSession ? { parentSession } : {}),
    }));
  }
}

/** The first source that answers. */
export class FirstOf implements SessionSource {
  readonly #sources: readonly SessionSource[];

  constructor(...sources: readonly SessionSource[]) {
    this.#sources = sources;
  }

  async list(): Promise<SessionRow[]> {
    let problem: unknown;
    for (const source of this.#sources) {
      try {
        return await source.list();
      } catch (error) {
        problem = error;
      }
    }
    throw problem;
  }
}
