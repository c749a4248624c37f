/**
 * What the agent's edit and write tools change in one chat, followed by the server's events.
 *
 * Wiring, for each chat: make one with the chat's folder, the shared ChangeStore and a callback that puts
 * the list into the chat's state (`changed: (list) => chat.patch({ changes: list })`); give every record of
 * the server to `receive` before anything else works on it (`chat.listen({ received })`), as the content
 * before a change can be read only until the tool has run; call `open(sessionId)` whenever the session is
 * known or replaced. `ChangeActions` (actions.ts) shows, reviews and undoes what is recorded here.
 */
import { applyPatch, parsePatch, reversePatch } from "diff";
import type { RpcEvent, ServerRecord } from "../../server/protocol/event.ts";
import { type Content, readContent, sameContent } from "./content.ts";
import { lineCounts } from "./counts.ts";
import type { ChangeRecord, ChangeStore } from "./store.ts";
import { isWriter, pathInPartialArguments, shownPath, writtenPath } from "./written-path.ts";

/** One line of the list of changed files (`ChatState.changes`). */
export interface ChangedFile {
  path: string;
  added: number;
  removed: number;
}

export interface ChangeRecorderOptions {
  /** Folder of the chat: relative paths of tool calls start here. */
  cwd: string;
  store: ChangeStore;
  changed(list: ChangedFile[]): void;
  /** One tool call has just changed this file (absolute path) on disk, from `before` to `after`. */
  wrote?(file: string, before: Content, after: Content): void;
  log?(text: string): void;
}

interface RunningCall {
  path: string;
  /** Content when the call was reported to begin. */
  atStart: Content;
  /** Another call wrote the same file meanwhile: what is read belongs to both. */
  shared: boolean;
}

/** What some servers say of a change in the result of the tool. */
interface ResultDetails {
  /** Unified, from the content before to that after. */
  patch?: unknown;
  /** There was no file before. */
  created?: unknown;
}

/** Longest beginning of streamed arguments that is searched for a path. */
const MAX_PARTIAL = 16 * 1024;

export class ChangeRecorder {
  readonly #options: ChangeRecorderOptions;
  #sessionId: string | undefined;
  #records = new Map<string, ChangeRecord>();
  readonly #running = new Map<string, RunningCall>();
  /** Contents as they were when the message being streamed first named the file. */
  readonly #early = new Map<string, Content>();
  /** Arguments of tool calls that stream in, by their place in the message; done ones are gone. */
  readonly #partial = new Map<number, string>();

  constructor(options: ChangeRecorderOptions) {
    this.#options = options;
  }

  get cwd(): string {
    return this.#options.cwd;
  }
  get sessionId(): string | undefined {
    return this.#sessionId;
  }
  get records(): readonly ChangeRecord[] {
    return [...this.#records.values()];
  }

  /** Shows the changes of this session from now on. */
  open(sessionId: string): void {
    if (sessionId === this.#sessionId) return;
    this.#sessionId = sessionId;
    this.#running.clear();
    this.#early.clear();
    this.#partial.clear();
    this.#records = new Map(this.#options.store.load(sessionId).map((record) => [record.path, record]));
    this.#options.changed(this.list());
  }

  list(): ChangedFile[] {
    return this.records.map(({ path, added, removed }) => ({ path: shownPath(path, this.cwd), added, removed }));
  }

  /** Takes files off the list: their changes are undone. */
  forget(paths: readonly string[]): void {
    for (const path of paths) this.#records.delete(path);
    this.#keep();
  }

  /** Takes one record of the server, as soon as it arrives. Never throws. */
  receive(record: ServerRecord): void {
    if (this.#sessionId === undefined || record.type === "extension_ui_request") return;
    try {
      this.#receive(record);
    } catch (error) {
      this.#options.log?.(`Changes of the agent could not be recorded: ${String(error)}`);
    }
  }

  #receive(event: RpcEvent): void {
    switch (event.type) {
      case "message_start":
        this.#early.clear();
        this.#partial.clear();
        break;
      case "message_update":
        this.#streamed(event.assistantMessageEvent);
        break;
      case "tool_execution_start":
        if (isWriter(event.toolName)) this.#begin(event.toolCallId, writtenPath(event.args, this.cwd));
        break;
      case "tool_execution_end": {
        const call = this.#running.get(event.toolCallId);
        this.#running.delete(event.toolCallId);
        if (call) this.#end(call, event.isError ? {} : ((event.result.details as ResultDetails | undefined) ?? {}));
        break;
      }
    }
  }

  #streamed(event: Extract<RpcEvent, { type: "message_update" }>["assistantMessageEvent"]): void {
    switch (event.type) {
      case "toolcall_start":
        this.#partial.set(event.contentIndex, "");
        break;
      case "toolcall_delta": {
        const before = this.#partial.get(event.contentIndex);
        if (before === undefined) return;
        const json = before + event.delta;
        const path = pathInPartialArguments(json, this.cwd);
        if (path) this.#look(path);
        if (path || json.length > MAX_PARTIAL) this.#partial.delete(event.contentIndex);
        else this.#partial.set(event.contentIndex, json);
        break;
      }
      case "toolcall_end": {
        this.#partial.delete(event.contentIndex);
        const path = isWriter(event.toolCall.name) ? writtenPath(event.toolCall.arguments, this.cwd) : undefined;
        if (path) this.#look(path);
        break;
      }
    }
  }

  /** A file may be about to change: how it is now is kept in case the change is faster than its report. */
  #look(path: string): void {
    if (!this.#early.has(path) && !this.#records.has(path)) this.#early.set(path, readContent(path));
  }

  #begin(id: string, path: string | undefined): void {
    if (!path) return;
    const others = [...this.#running.values()].filter((call) => call.path === path);
    for (const other of others) other.shared = true;
    this.#running.set(id, { path, atStart: readContent(path), shared: others.length > 0 });
  }

  #end(call: RunningCall, details: ResultDetails): void {
    const after = readContent(call.path);
    const known = this.#records.get(call.path);
    const base = this.#base(call, after, details);
    const before = known ? this.#content(known.before) : base;
    if (sameContent(base, after) && (!known || sameContent(after, this.#content(known.after)))) return;
    this.#options.wrote?.(call.path, base, after);
    const mixed = known !== undefined && (known.mixed || this.#wasChangedByOthers(known, call, base, after));
    this.#record(call.path, before, after, mixed);
  }

  /**
   * The content this call found. What the server says of it is surest; what was read at the start of the call counts
   * unless the tool had run already by then, and then what was read when the call streamed in.
   */
  #base(call: RunningCall, after: Content, details: ResultDetails): Content {
    if (!call.shared) {
      if (details.created === true) return null;
      const told = typeof details.patch === "string" && after ? undone(after, details.patch) : undefined;
      if (told) return told;
    }
    if (!sameContent(call.atStart, after)) return call.atStart;
    const early = this.#early.get(call.path);
    return early === undefined ? call.atStart : early;
  }

  #wasChangedByOthers(known: ChangeRecord, call: RunningCall, base: Content, after: Content): boolean {
    if (call.shared || sameContent(base, after)) return false;
    return !sameContent(base, this.#content(known.after));
  }

  #record(path: string, before: Content, after: Content, mixed: boolean): void {
    const id = this.#sessionId ?? "";
    if (sameContent(before, after)) this.#records.delete(path);
    else {
      const refs = { before: this.#options.store.put(id, before), after: this.#options.store.put(id, after) };
      const known = Object.fromEntries(Object.entries(refs).filter(([, ref]) => ref !== undefined));
      this.#records.set(path, { path, ...known, ...lineCounts(before, after), mixed });
    }
    this.#keep();
  }

  #content(ref: ChangeRecord["before"]): Content {
    return this.#options.store.get(this.#sessionId ?? "", ref);
  }

  #keep(): void {
    if (this.#sessionId !== undefined) this.#options.store.save(this.#sessionId, this.records);
    this.#options.changed(this.list());
  }
}

/** `after` with a patch taken back; undefined when the patch does not lead from there to `after` again. */
function undone(after: Buffer, patch: string): Buffer | undefined {
  try {
    const [parsed] = parsePatch(patch);
    if (!parsed) return undefined;
    const text = after.toString("utf8");
    const before = applyPatch(text, reversePatch(parsed));
    return before !== false && applyPatch(before, parsed) === text ? Buffer.from(before) : undefined;
  } catch {
    return undefined;
  }
}
