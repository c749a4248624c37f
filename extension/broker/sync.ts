import type { CommandArgs, CommandName } from "../../server/protocol/command.ts";
import type { SessionEntry } from "../../server/protocol/entry.ts";
import type { Model } from "../../server/protocol/model.ts";
import type { ResponseData, SessionState } from "../../server/protocol/response.ts";
import type { ChatState } from "../panel/messages.ts";
import { coalesce } from "./coalesce.ts";
import { EntryStore, type PathChange } from "./entries.ts";
import type { StatePatch } from "./facts.ts";
import { type AgentLink, errorText } from "./link.ts";
import { patchOfState, slimCommands, slimModels } from "./state.ts";

export interface SyncTarget {
  readonly chat: { readonly state: ChatState; patch(patch: StatePatch): void };
  /** The server turned out to be at another session than the one known here. */
  sessionChanged(): void;
  /** Entries have arrived, or the leaf has moved. */
  entriesChanged(added: SessionEntry[], change: PathChange): void;
  log(text: string): void;
}

/** Fetches what the server knows and keeps it: entries by cursor, state, models, commands, statistics. */
export class SessionSync {
  readonly entries = new EntryStore();
  /** Every model the server offers, whole. */
  models: Model[] = [];
  readonly #link: AgentLink;
  readonly #target: SyncTarget;
  /** Grows with every session replacement; what was asked before it is not used. */
  #epoch = 0;

  constructor(link: AgentLink, target: SyncTarget) {
    this.#link = link;
    this.#target = target;
  }

  /** Forgets the session: another one is there, or will be. */
  forget(): void {
    this.#epoch += 1;
    this.entries.clear();
  }

  /** Everything, after a start or a session replacement. */
  async all(): Promise<void> {
    await this.state();
    await this.rest();
  }

  /** Everything but the state. */
  async rest(): Promise<void> {
    await Promise.all([
      this.newEntries(),
      this.modelList(),
      this.levels(),
      this.commands(),
      this.stats(),
      this.capabilities(),
    ]);
  }

  /** get_state; undefined when the server gives none. */
  async state(): Promise<SessionState | undefined> {
    const state = await this.#ask("get_state", {});
    if (!state) return undefined;
    const target = this.#target;
    const known = target.chat.state.session;
    if (known && known.id !== state.sessionId) target.sessionChanged();
    target.chat.patch(patchOfState(state, target.chat.state, Date.now()));
    return state;
  }

  /** get_entries since the last one known; calls that overlap are one. */
  readonly newEntries = coalesce(async () => {
    const since = this.entries.lastId;
    const epoch = this.#epoch;
    try {
      const answer = await this.#link.request("get_entries", since === undefined ? {} : { since });
      if (epoch === this.#epoch) this.#take(answer);
    } catch (error) {
      if (since === undefined || epoch !== this.#epoch) return this.#target.log(`get_entries: ${errorText(error)}`);
      // The cursor is unknown: the session is another one, or its file was replaced.
      this.#target.sessionChanged();
      const answer = await this.#ask("get_entries", {});
      if (answer) this.#take(answer);
    }
  });

  /** get_session_stats; calls that overlap are one. */
  readonly stats = coalesce(async () => {
    const stats = await this.#ask("get_session_stats", {});
    if (stats) this.#target.chat.patch({ stats });
  });

  /** The model is another one: what depends on it is asked for again. */
  async modelChanged(): Promise<void> {
    await Promise.all([this.state(), this.levels(), this.stats(), this.newEntries()]);
  }

  async modelList(): Promise<void> {
    const answer = await this.#ask("get_available_models", {});
    if (answer) this.setModels(answer.models);
  }

  setModels(models: Model[]): void {
    this.models = models;
    this.#target.chat.patch({ models: slimModels(models, this.#target.chat.state.model) });
  }

  async levels(): Promise<void> {
    const answer = await this.#ask("get_available_thinking_levels", {});
    if (answer) this.#target.chat.patch({ thinkingLevels: answer.levels });
  }

  async commands(): Promise<void> {
    const answer = await this.#ask("get_commands", {});
    if (answer) this.#target.chat.patch({ commands: slimCommands(answer.commands) });
  }

  /** Servers that know the protocol page only refuse this one: they have no extras. */
  async capabilities(): Promise<void> {
    const answer = await this.#link.request("get_capabilities", {}).catch(() => undefined);
    const { agent } = this.#target.chat.state;
    this.#target.chat.patch({
      extras: answer?.commands ?? [],
      ...(answer ? { agent: { ...agent, serverName: answer.serverName, serverVersion: answer.serverVersion } } : {}),
    });
  }

  /** A question whose failure is a line in the log; also undefined when the session was replaced meanwhile. */
  async #ask<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<ResponseData[N] | undefined> {
    const epoch = this.#epoch;
    try {
      const data = await this.#link.request(name, args);
      return epoch === this.#epoch ? data : undefined;
    } catch (error) {
      this.#target.log(`${name}: ${errorText(error)}`);
      return undefined;
    }
  }

  #take(answer: ResponseData["get_entries"]): void {
    const { added, change } = this.entries.add(answer.entries, answer.leafId ?? null);
    if (added.length > 0 || change !== "same") this.#target.entriesChanged(added, change);
  }
}
