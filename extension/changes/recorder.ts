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

/** Calls that write one file at the same time, from the first start to the last end. */
interface Writing {
  path: string;
  running: Set<string>;
  /** Content when the first call was reported to begin. */
  atStart: Content;
  /** What the calls that succeeded said of their changes, in the order they ended. */
  told: ResultDetails[];
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
  readonly #writing = new Map<string, Writing>();
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

  /** Another session comes, or the same one with what others changed meanwhile: the next `open` reads it anew. */
  close(): void {
    this.#sessionId = undefined;
  }

  /** Shows the changes of this session from now on. */
  open(sessionId: string): void {
    if (sessionId === this.#sessionId) return;
    this.#sessionId = sessionId;
    this.#writing.clear();
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
      case "tool_execution_end":
        this.#end(event);
        break;
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
    if (!this.#early.has(path)) this.#early.set(path, readContent(path));
  }

  #begin(id: string, path: string | undefined): void {
    if (!path) return;
    let writing = this.#writing.get(path);
    if (!writing) {
      writing = { path, running: new Set(), atStart: readContent(path), told: [] };
      this.#writing.set(path, writing);
    }
    writing.running.add(id);
  }

  #end({ toolCallId, isError, result }: Extract<RpcEvent, { type: "tool_execution_end" }>): void {
    const writing = [...this.#writing.values()].find(({ running }) => running.has(toolCallId));
    if (!writing) return;
    writing.running.delete(toolCallId);
    if (!isError) writing.told.push((result.details as ResultDetails | null | undefined) ?? {});
    if (writing.running.size > 0) return;
    this.#writing.delete(writing.path);
    this.#settle(writing);
  }

  /** All calls on a file have ended: what they changed together is recorded. */
  #settle(writing: Writing): void {
    const { path, told } = writing;
    const after = readContent(path);
    const known = this.#records.get(path);
    const last = known && this.#content(known.after);
    const base = this.#base(writing, after);
    this.#early.set(path, after);
    // A later change that seems to have changed nothing was read too late, unless it failed.
    const unseen = known && told.length > 0 && !sameContent(after, last);
    const changed = !sameContent(base, after);
    if (!changed && !unseen) return;
    this.#options.wrote?.(path, base, after);
    const mixed = known !== undefined && (known.mixed || (changed && !sameContent(base, last)));
    this.#record(path, known ? this.#content(known.before) : base, after, mixed);
  }

  /**
   * The content that the calls found. What the server says of it is surest; what was read at their start counts
   * unless they had run already by then, and then what was read when the first one streamed in.
   */
  #base({ path, atStart, told }: Writing, after: Content): Content {
    const base = after === undefined ? undefined : taken(after, told);
    if (base !== undefined) return base;
    if (!sameContent(atStart, after)) return atStart;
    const early = this.#early.get(path);
    return early === undefined ? atStart : early;
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

/** `after` with all that the calls said they did taken back; undefined when that is not known of each. */
function taken(after: Content, told: readonly ResultDetails[]): Content {
  let content = after;
  for (const { patch, created } of told.toReversed()) {
    if (created === true) content = null;
    else content = content && typeof patch === "string" && patch !== "" ? undone(content, patch) : undefined;
    if (content === undefined) return undefined;
  }
  return told.length > 0 ? content : undefined;
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
