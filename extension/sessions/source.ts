import { type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { type Disposable, EventEmitter } from "vscode";
import { agentFolder, sessionFolder } from "../agent/agent-folder.ts";
import type { Chats } from "../chats.ts";
import { defaultFolder } from "../folders.ts";
import { serverSettings } from "../settings.ts";
import type { SessionSummary } from "./read-session.ts";
import { sessionsIn } from "./session-file.ts";

const SETTLE_MS = 300;

/** The sessions there are: from a server that lists them, else from the session folder. */
export class SessionSource implements Disposable {
  readonly #chats: Chats;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #listener: Disposable;
  #watcher: FSWatcher | undefined;
  #watched = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(chats: Chats) {
    this.#chats = chats;
    this.#listener = chats.onDidChange(() => this.#changedSoon());
  }

  dispose(): void {
    this.#listener.dispose();
    this.#watcher?.close();
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }

  /** Sessions of the current folder, unsorted. */
  async ofFolder(): Promise<SessionSummary[]> {
    const listed = await this.#ask("folder");
    return listed ?? this.#fromDisk(await this.#folder());
  }

  /** Sessions of every other folder, unsorted. */
  async elsewhere(): Promise<SessionSummary[]> {
    const cwd = this.cwd;
    const listed = (await this.#ask("all")) ?? (await this.#allFromDisk());
    return listed.filter((session) => session.cwd !== cwd);
  }

  /** Something about the sessions may be another than before. */
  refresh(): void {
    this.#changed.fire();
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
    const answer = await able?.chat.link.request("list_sessions", { scope }).catch(() => undefined);
    return answer?.sessions;
  }

  async #fromDisk(folder: string): Promise<SessionSummary[]> {
    this.#watch(folder);
    const sessions = await sessionsIn(folder);
    return sessions.filter(({ cwd }) => cwd === "" || cwd === this.cwd);
  }

  async #allFromDisk(): Promise<SessionSummary[]> {
    const folder = await this.#folder();
    if (serverSettings().sessionDir) return sessionsIn(folder);
    const root = path.dirname(folder);
    const names = await readdir(root).catch(() => [] as string[]);
    return (await Promise.all(names.map((name) => sessionsIn(path.join(root, name))))).flat();
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
      this.#watcher = watch(folder, { persistent: false }, () => this.#changedSoon());
      this.#watcher.on("error", () => this.#watcher?.close());
      this.#watched = folder;
    } catch {
      this.#watched = ""; // not there yet: tried again with the next list
    }
  }

  #changedSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changed.fire();
    }, SETTLE_MS);
  }
}
