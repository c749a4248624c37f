import * as vscode from "vscode";
import { oneRowEach, type SessionHost, type SessionRow, type SessionSource } from "./session-row.ts";

const PINNED_KEY = "sessions.pinned";

/** The sessions as last listed, which of them are pinned, and when either has changed. */
export class SessionList implements vscode.Disposable {
  readonly #source: SessionSource;
  readonly #memento: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #rows: SessionRow[] = [];
  #listing: Promise<SessionRow[]> | undefined;

  constructor(source: SessionSource, memento: vscode.Memento) {
    this.#source = source;
    this.#memento = memento;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  get rows(): readonly SessionRow[] {
    return this.#rows;
  }
  get pinned(): ReadonlySet<string> {
    return new Set(this.#memento.get<string[]>(PINNED_KEY, []));
  }

  /** Lists them anew. What was asked for meanwhile gets the same answer. */
  refresh(): Promise<SessionRow[]> {
    this.#listing ??= this.#list().finally(() => {
      this.#listing = undefined;
    });
    return this.#listing;
  }

  async pin(row: SessionRow, pinned: boolean): Promise<void> {
    const others = [...this.pinned].filter((id) => id !== row.id);
    await this.#memento.update(PINNED_KEY, pinned ? [...others, row.id] : others);
    this.#changed.fire();
  }

  async #list(): Promise<SessionRow[]> {
    this.#rows = oneRowEach(await this.#source.list());
    this.#changed.fire();
    return this.#rows;
  }
}

/** What all parts of the sessions views work with. */
export interface SessionContext {
  list: SessionList;
  host: SessionHost;
}
