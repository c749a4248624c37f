import type { SessionEntry } from "../../server/protocol/entry.ts";

/** How the active path changed: not at all, by entries at its end, or otherwise. */
export type PathChange = "same" | "extended" | "moved";

/**
 * The session's entries in append order, and the active path: the walk from the leaf to its root.
 * Nothing here recurses, and an append to the leaf costs the same at any length.
 */
export class EntryStore {
  #order: SessionEntry[] = [];
  #byId = new Map<string, SessionEntry>();
  #path: SessionEntry[] = [];
  #positions = new Map<string, number>();
  #leafId: string | null = null;
  #known = false;

  /** Whether a server has said what the session holds. */
  get known(): boolean {
    return this.#known;
  }
  get leafId(): string | null {
    return this.#leafId;
  }
  /** The cursor for get_entries: the id of the newest entry of the file. */
  get lastId(): string | undefined {
    return this.#order.at(-1)?.id;
  }
  /** All entries, abandoned branches included, in append order. */
  get all(): readonly SessionEntry[] {
    return this.#order;
  }
  /** The active path, oldest first. */
  get path(): readonly SessionEntry[] {
    return this.#path;
  }
  get(id: string): SessionEntry | undefined {
    return this.#byId.get(id);
  }
  /** Place of an entry on the active path, -1 when it is not on it. */
  positionOf(id: string): number {
    return this.#positions.get(id) ?? -1;
  }

  /** Forgets everything; the next `add` begins another session. */
  clear(): void {
    this.#order = [];
    this.#byId.clear();
    this.#setPath([]);
    this.#leafId = null;
    this.#known = false;
  }

  /**
   * Takes what get_entries answered. Entries known already are passed over.
   * Returns the entries that were new and what became of the active path.
   */
  add(entries: readonly SessionEntry[], leafId: string | null): { added: SessionEntry[]; change: PathChange } {
    const added: SessionEntry[] = [];
    this.#known = true;
    for (const entry of entries) {
      if (this.#byId.has(entry.id)) continue;
      this.#byId.set(entry.id, entry);
      this.#order.push(entry);
      added.push(entry);
    }
    return { added, change: this.#moveLeaf(leafId) };
  }

  #moveLeaf(leafId: string | null): PathChange {
    const old = this.#leafId;
    if (leafId === old) return "same";
    this.#leafId = leafId;
    const tail = this.#walk(leafId, old);
    const continues = old === null ? this.#path.length === 0 : tail.at(0)?.parentId === old;
    if (continues) {
      for (const entry of tail) this.#append(entry);
      return "extended";
    }
    this.#setPath(this.#walk(leafId, null));
    return "moved";
  }

  /** The entries from `leafId` back to its root, or to the child of `stop`, oldest first. */
  #walk(leafId: string | null, stop: string | null): SessionEntry[] {
    const found: SessionEntry[] = [];
    const seen = new Set<string>();
    for (let id = leafId; id !== null && id !== stop && !seen.has(id); ) {
      const entry = this.#byId.get(id);
      if (!entry) break;
      seen.add(id);
      found.push(entry);
      id = entry.parentId;
    }
    return found.reverse();
  }

  #append(entry: SessionEntry): void {
    this.#positions.set(entry.id, this.#path.length);
    this.#path.push(entry);
  }

  #setPath(path: SessionEntry[]): void {
    this.#path = [];
    this.#positions = new Map();
    for (const entry of path) this.#append(entry);
  }
}
