import { type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { type Disposable, EventEmitter } from "vscode";
import { agentFolder, sessionFolder } from "../agent/agent-folder.ts";
import type { Chats } from "../chats.ts";
import { defaultFolder } from "../folders.ts";
import { serverSettings } from "../settings.ts";
import { within } from "../within.ts";
import { sessionsElsewhere } from "./groups.ts";
import { inParallel } from "./in-parallel.ts";
import { liveStates } from "./live.ts";
import type { SessionSummary } from "./read-session.ts";
import { sessionsIn } from "./session-file.ts";

const SETTLE_MS = 300;
const FOLDERS_AT_ONCE = 4;
/** A server that has not listed its sessions by then, in ms, is not waited for: the files tell as much. */
const ASK_PATIENCE_MS = 2000;

/**
 * The sessions there are: from a server that lists them, else from the session folder. Listed when asked for, and
 * again only after one has come, gone, changed its name or come to rest: a run at work changes no list.
 */
export class SessionSource implements Disposable {
  readonly #chats: Chats;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #listener: Disposable;
  #watcher: FSWatcher | undefined;
  #watched = "";
  #timer: NodeJS.Timeout | undefined;
  #lists = new Map<string, Promise<SessionSummary[]>>();
  #seen = "";

  constructor(chats: Chats) {
    this.#chats = chats;
    this.#listener = chats.onDidChange(() => this.#lookAtChats());
  }

  dispose(): void {
    this.#listener.dispose();
    this.#watcher?.close();
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }

  /** Sessions of the current folder, unsorted. */
  ofFolder(): Promise<SessionSummary[]> {
    return this.#once(`folder ${this.cwd}`, async () => {
      const folder = await this.#folder();
      this.#watch(folder);
      return (await this.#ask("folder")) ?? this.#fromDisk(folder);
    });
  }

  /** Sessions of every other folder, unsorted. */
  async elsewhere(): Promise<SessionSummary[]> {
    const list = async () => (await this.#ask("all")) ?? (await this.#allFromDisk());
    const [here, all] = await Promise.all([this.ofFolder(), this.#once("all", list)]);
    return sessionsElsewhere(all, here, this.cwd);
  }

  /** Something about the sessions may be another than before. */
  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lists.clear();
    this.#changed.fire();
  }

  #once(key: string, list: () => Promise<SessionSummary[]>): Promise<SessionSummary[]> {
    // Who asks now is not given what is known to be old.
    if (this.#timer) this.refresh();
    const known = this.#lists.get(key) ?? list();
    this.#lists.set(key, known);
    return known;
  }

  /** What chats say changes many times a second; only what a list shows of it counts. */
  #lookAtChats(): void {
    const live = liveStates(this.#chats);
    const names = this.#chats.all.map(({ sessionFile, state }) => [sessionFile, state.session?.name]);
    const seen = JSON.stringify([this.cwd, names, [...live]]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#refreshSoon();
  }

  get cwd(): string {
    return this.#chats.current.path || (defaultFolder()?.uri.fsPath ?? "");
  }

  async #ask(scope: "folder" | "all"): Promise<SessionSummary[] | undefined> {
    const cwd = this.cwd;
    const able = this.#chats.all.find(
      ({ state, path: folder }) =>
        folder === cwd && state.agent.phase === "ready" && state.extras.includes("list_sessions"),
    );
    if (!able) return undefined;
    const answer = able.chat.link.request("list_sessions", { scope });
    return (await within(answer, ASK_PATIENCE_MS, undefined))?.sessions;
  }

  async #fromDisk(folder: string): Promise<SessionSummary[]> {
    const sessions = await sessionsIn(folder);
    return sessions.filter(({ cwd }) => cwd === "" || cwd === this.cwd);
  }

  async #allFromDisk(): Promise<SessionSummary[]> {
    const folder = await this.#folder();
    if (serverSettings().sessionDir) return sessionsIn(folder);
    const root = path.dirname(folder);
    const names = await readdir(root).catch(() => [] as string[]);
    return (await inParallel(names, FOLDERS_AT_ONCE, (name) => sessionsIn(path.join(root, name)))).flat();
  }

  /** Where the sessions of this folder are: beside one that is open, else where our server keeps them. */
  async #folder(): Promise<string> {
    const settings = serverSettings();
    if (settings.sessionDir) return settings.sessionDir;
    const open = this.#chats.all.find((one) => one.path === this.cwd && one.state.session?.file)?.state.session?.file;
    return open ? path.dirname(open) : sessionFolder(agentFolder(process.env, settings.env), this.cwd);
  }

  #watch(folder: string): void {
    if (folder === this.#watched) return;
    this.#watcher?.close();
    try {
      // "rename" is a file that came or went; those at work grow all the time.
      this.#watcher = watch(folder, { persistent: false }, (event) => event === "rename" && this.#refreshSoon());
      this.#watcher.on("error", () => this.#watcher?.close());
      this.#watched = folder;
    } catch {
      this.#watched = ""; // not there yet: tried again with the next list
    }
  }

  #refreshSoon(): void {
    this.#timer ??= setTimeout(() => this.refresh(), SETTLE_MS);
  }
}
