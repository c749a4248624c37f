import type { CommandArgs, CommandName } from "../../server/protocol/command.ts";
import type { SessionEntry } from "../../server/protocol/entry.ts";
import type { RpcEvent, ServerRecord } from "../../server/protocol/event.ts";
import type { ExtensionUIRequest } from "../../server/protocol/extension-ui.ts";
import type { ResponseData } from "../../server/protocol/response.ts";
import type { AgentStatus, BashUpdate, ChatState, Draft, PanelRecord } from "../panel/messages.ts";
import { t } from "../texts.ts";
import type { PanelChannel, Snapshot } from "./channel.ts";
import { ChatDraft, type Redraw } from "./chat-draft.ts";
import type { DraftStore } from "./drafts.ts";
import type { PathChange } from "./entries.ts";
import { patchOfEvent, patchOfNotice, type StatePatch } from "./facts.ts";
import { follow } from "./follow.ts";
import { forPanel } from "./for-panel.ts";
import { IdleWatch } from "./idle.ts";
import type { AgentLink } from "./link.ts";
import { Prompting } from "./prompting.ts";
import { QuietWatch } from "./quiet.ts";
import { relay } from "./relay.ts";
import { ReplayLog } from "./replay.ts";
import { RequestLedger } from "./requests.ts";
import { settledRecords, snapshotOf } from "./snapshot.ts";
import { type ChatIdentity, initialState, isBusy, patchOfEnd } from "./state.ts";
import { SessionSync } from "./sync.ts";

export interface ChatOptions extends ChatIdentity {
  /** Under which the draft is kept while the session holds no message: stable over restarts. */
  draftKey: string;
  /** Session file that the server will resume; its draft is shown before the server has said anything. */
  sessionFile?: string | undefined;
  link: AgentLink;
  drafts: DraftStore;
  /** What a message becomes before it is sent; undefined when the person does not want it sent now. */
  prepare?(text: string): Promise<string | undefined>;
  log(text: string): void;
}

/** What the rest of the extension hears of a chat. All are optional. */
export interface ChatListener {
  /** Facts have changed; `chat.state` holds them already. */
  changed?(patch: StatePatch): void;
  /** A record of the server arrived, before it is worked on. */
  received?(record: ServerRecord): void;
  /** The agent has nothing more to do: a run is over. */
  idle?(): void;
  /** A run does not end although it was stopped. */
  stopIsSlow?(): void;
  /** The session was replaced. */
  sessionChanged?(): void;
}

/** A server that has not told everything by then is drawn as far as it is known, in ms; the rest follows. */
const REDRAW_PATIENCE_MS = 3000;

/** The commands that put another session in the place of this one. */
export type ReplacingCommand = "new_session" | "switch_session" | "fork" | "clone";

/**
 * One chat: what its server says in, what its panel shows out. It outlives both, keeps the session's
 * entries and the facts, and knows neither processes nor webviews.
 */
export class Chat {
  state: ChatState;
  readonly sync: SessionSync;
  readonly prompting: Prompting;
  readonly requests: RequestLedger;
  readonly link: AgentLink;
  readonly #log = new ReplayLog();
  readonly #idle: IdleWatch;
  readonly #quiet: QuietWatch;
  readonly #draft: ChatDraft;
  /** Where the focus shall go once a panel is there. */
  #focus: PanelRecord | undefined;
  readonly #listeners = new Set<ChatListener>();
  readonly #bash = new Set<string>();
  #channel: PanelChannel | undefined;
  #lastQueue: ChatState["queue"] | undefined;
  /** The server died and comes back by itself; whether a reply was lost by it. */
  #restart: { cutOff: boolean } | undefined;
  /** Notices that came while the session was being replaced: they are the new session's. */
  #replacing: ExtensionUIRequest[] | undefined;

  constructor(options: ChatOptions) {
    const { link } = options;
    this.state = initialState(options, Date.now());
    this.link = link;
    this.#draft = new ChatDraft({
      store: options.drafts,
      placeKey: options.draftKey,
      resumeKey: options.sessionFile,
      sessionKey: () => this.#sessionKey(),
      isReadOnly: () => this.state.readOnly,
    });
    this.sync = new SessionSync(link, {
      chat: this,
      sessionChanged: () =>
        void this.#redraw("showDraft", async () => {
          this.#beginSession();
          await this.sync.rest();
        }),
      entriesChanged: (added, change) => this.#entriesChanged(added, change),
      log: options.log,
    });
    this.prompting = new Prompting(link, {
      chat: this,
      prepare: async (text) => (options.prepare ? options.prepare(text) : text),
      stopIsSlow: () => this.#tell((listener) => listener.stopIsSlow?.()),
      queueGrew: () => this.#keepQueue(),
      queueSettled: () => this.#lastQueue && this.patch({ queue: this.#lastQueue }),
      commandRan: () => void this.sync.state().then(() => this.sync.newEntries()),
    });
    this.requests = new RequestLedger({
      answer: (id, answer) => link.answer(id, answer),
      changed: (requests) => this.patch({ requests }),
      done: ({ id, title }, outcome) => this.emit({ kind: "requestDone", at: Date.now(), id, title, outcome }),
    });
    this.#idle = new IdleWatch({
      ask: () => this.sync.state(),
      busy: () => isBusy(this.state),
      pending: () => this.state.retry !== null || this.state.compaction !== null,
      idle: () => void this.#becomeIdle(),
    });
    this.#quiet = new QuietWatch({
      expectsOutput: () => {
        const { isStreaming, requests, retry, compaction } = this.state;
        return isStreaming && requests.length === 0 && !retry && !compaction;
      },
      remark: () => this.notice("info", t("No output for 60 s. The run goes on until you stop it.")),
    });
  }

  // ------------------------------------------------------------ what others hear and do

  /** Adds a listener and returns the way to take it off. */
  listen(listener: ChatListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes facts and tells everyone. */
  patch(patch: StatePatch): void {
    this.state = { ...this.state, ...patch };
    if (patch.queue) this.#keepQueue();
    this.#channel?.push({ kind: "state", patch });
    this.#tell((listener) => listener.changed?.(patch));
  }

  /** Shows a record in the panel, and again in one that comes back before it has settled. */
  emit(record: PanelRecord): void {
    this.#log.push(record);
    this.#channel?.push(record);
    if (this.panelListens) return;
    if (record.kind === "composer") this.#draft.keep(record);
    if (record.kind === "focus") this.#focus = record;
  }

  /** The panel has its picture: it gets the focus that was meant for it before. */
  panelBegan(): void {
    if (this.#focus) this.#channel?.push(this.#focus);
    this.#focus = undefined;
  }

  /** A line in the transcript. */
  notice(level: "info" | "warning" | "error", text: string, toast = false): void {
    this.emit({ kind: "notice", at: Date.now(), level, text, toast });
  }

  get draft(): Draft | null {
    return this.#draft.value;
  }
  set draft(draft: Draft | null) {
    this.#draft.value = draft;
  }

  // ------------------------------------------------------------ the panel

  /** Connects the one panel that shows this chat. */
  connect(channel: PanelChannel): void {
    this.#channel = channel;
  }

  /** Takes a panel off again, unless another one has taken its place. */
  disconnect(channel: PanelChannel): void {
    if (this.#channel === channel) this.#channel = undefined;
  }

  /** The whole picture, for a panel that has none. */
  snapshot(): Snapshot {
    return snapshotOf(this.state, this.sync.entries, this.#log.records, this.#draft.forSnapshot());
  }

  get panelListens(): boolean {
    return this.#channel?.open ?? false;
  }

  // ------------------------------------------------------------ the server

  /** The server behind this chat began, was lost, or could not be started. */
  agentChanged(status: AgentStatus): void {
    const wasRunning = this.state.agent.phase === "ready";
    if (wasRunning && status.phase !== "ready") this.#agentEnded(status.phase === "restarting");
    this.patch({ agent: status });
    if (status.phase !== "ready" || !this.#restart) return;
    const { cutOff } = this.#restart;
    this.#restart = undefined;
    if (cutOff) this.notice("error", t("Restarted the agent. The last reply was cut off."), true);
    else this.notice("info", t("Restarted the agent."));
  }

  /** The server answers: fetches everything. What is typed meanwhile stays in the composer. */
  async agentReady(): Promise<void> {
    this.sync.forget();
    await this.#redraw("keepDraft", () => this.sync.all());
  }

  /** Shows a session that no server of this window has open: its entries as they stand in its file. */
  async showReadOnly(
    session: { id: string; file: string },
    entries: SessionEntry[],
    leafId: string | null,
  ): Promise<void> {
    this.sync.forget();
    await this.#redraw("keepDraft", async () => {
      this.#draft.handOver();
      this.patch({ session, readOnly: true });
      this.sync.entries.add(entries, leafId);
    });
  }

  /** Another window gets the session: from here on what belongs to it is kept, for that one to read. */
  leaveToOther(): void {
    this.#channel?.hold();
  }
  /** The session is this chat's again, after another window had it. */
  takeOver(): void {
    this.patch({ readOnly: false });
    this.#draft.takeOver();
  }

  /** Takes one record of the server. */
  receive(record: ServerRecord): void {
    this.#tell((listener) => listener.received?.(record));
    if (record.type === "extension_ui_request") this.#receiveUI(record);
    else this.#receiveEvent(record);
    this.#idle.heard();
    this.#quiet.heard(record);
  }

  /**
   * Runs a command that replaces the session. On success the transcript is the new session's, and a fork's text
   * lands in the composer. `cancelled`: an agent extension said no, nothing has changed.
   */
  async replaceSession<N extends ReplacingCommand>(name: N, args: CommandArgs<N>): Promise<ResponseData[N]> {
    this.#draft.leave();
    try {
      await this.link.start();
      const mark = this.requests.mark();
      this.#replacing = [];
      const data = await this.link.request(name, args);
      if (data.cancelled) return data;
      const notices = this.#replacing;
      await this.#redraw("showDraft", async () => {
        this.#beginSession(mark);
        for (const notice of notices) this.#receiveUI(notice);
        await this.sync.all();
      });
      if ("text" in data && data.text) this.emit(composerRecord(data.text));
      if (name === "fork") this.notice("info", t("Forked. The old session is under Sessions."), true);
      if (name === "clone") this.notice("info", t("Cloned. The old session is under Sessions."), true);
      return data;
    } finally {
      this.#replacing = undefined;
      this.#draft.stay();
    }
  }

  /** Runs any other command for the panel or the palette and keeps the facts true. */
  relay<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<ResponseData[N]> {
    return relay(this, name, args);
  }

  /** Something was said on the active path. */
  get hasMessages(): boolean {
    return this.sync.entries.path.some((entry) => entry.type === "message");
  }

  /** Direct commands run. */
  get runsBash(): boolean {
    return this.#bash.size > 0;
  }

  /** A direct command begins: the panel learns its id and its text by an update without output. */
  bashStarted(id: string, command: string): void {
    this.#bash.add(id);
    const event: BashUpdate = { type: "bash_execution_update", id, channel: "stdout", delta: "", command };
    this.emit({ kind: "event", at: Date.now(), event });
  }
  bashEnded(id: string): void {
    this.#bash.delete(id);
    this.#log.endBash(id);
  }

  // ------------------------------------------------------------ inside

  #sessionKey(): string | null | undefined {
    const { session } = this.state;
    if (!session || !this.sync.entries.known) return null;
    return this.hasMessages ? (session.file ?? session.id) : undefined;
  }

  /** The queue is its server's, and gone when this process dies: it is kept where the draft is. */
  #keepQueue(): void {
    this.#draft.wait(this.prompting.wouldGiveBack(this.state.queue));
  }

  /** Runs what makes the picture another one, and shows the new picture whole. */
  async #redraw(reason: Redraw, task: () => Promise<void>): Promise<void> {
    const channel = this.#channel?.listening ? this.#channel : undefined;
    channel?.hold();
    if (reason === "showDraft") this.#draft.leave();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, REDRAW_PATIENCE_MS);
    });
    try {
      await Promise.race([task(), late]);
    } finally {
      clearTimeout(timer);
      this.#draft.redrawing(reason, () => channel === this.#channel && channel?.resync());
    }
  }

  #receiveEvent(event: RpcEvent): void {
    if (event.type === "queue_update") this.#lastQueue = { steering: event.steering, followUp: event.followUp };
    const quiet = event.type === "queue_update" && !this.prompting.queueTold(event);
    const patch = quiet ? undefined : patchOfEvent(this.state, event, Date.now());
    if (patch) this.patch(patch);
    for (const small of forPanel(event)) this.emit({ kind: "event", at: Date.now(), event: small });
    follow(event, { requests: this.requests, idle: this.#idle, sync: this.sync });
  }

  #receiveUI(request: ExtensionUIRequest): void {
    switch (request.method) {
      case "select":
      case "confirm":
      case "input":
      case "editor":
        this.requests.add(request, this.state.isStreaming);
        break;
      case "notify":
        this.notice(levelOf(request.notifyType), request.message, true);
        break;
      case "set_editor_text":
        this.emit({ kind: "composer", text: request.text, mode: "replace", reason: "server" });
        break;
      case "setStatus":
      case "setWidget":
      case "setTitle":
        this.#replacing?.push(request);
        this.patch(patchOfNotice(this.state, request));
        break;
      default:
        // An unknown method: a notice is ignored, and a dialog gets the answer that lets its caller go on.
        this.link.answer((request as { id: string }).id, { cancelled: true });
    }
  }

  async #becomeIdle(): Promise<void> {
    this.patch({ isStreaming: false, retry: null });
    this.requests.endRun();
    await Promise.all([this.sync.newEntries(), this.sync.stats()]);
    if (isBusy(this.state)) return;
    this.#log.endRun();
    this.#tell((listener) => listener.idle?.());
  }

  #agentEnded(comesBack: boolean): void {
    const cutOff = this.state.isStreaming;
    this.#restart = comesBack ? { cutOff } : undefined;
    this.#idle.stop();
    this.#quiet.stop();
    this.requests.endAll();
    this.prompting.giveBack(this.state.queue);
    this.#lastQueue = undefined;
    this.patch(patchOfEnd());
    if (cutOff && !comesBack) this.notice("warning", t("The last reply was cut off."));
  }

  /** Another session is here: what belonged to the old one goes. Requests since `mark` are the new one's. */
  #beginSession(mark?: number): void {
    this.prompting.giveBack(this.state.queue);
    this.sync.forget();
    this.#log.clear();
    this.requests.endAll(mark);
    this.#lastQueue = undefined;
    this.patch({ ...patchOfEnd(), session: null, stats: null, changes: [] });
    this.#tell((listener) => listener.sessionChanged?.());
  }

  #entriesChanged(added: SessionEntry[], change: PathChange): void {
    this.#log.settle(added);
    this.#draft.settle();
    const isWhole = change === "moved" || this.#draft.isLate;
    const records = isWhole ? undefined : settledRecords(added, this.sync.entries);
    if (this.#channel?.listening) {
      if (records) for (const record of records) this.#channel.push(record);
      else this.#channel.resync();
    }
    // Whoever draws entries outside the panel hears of them as of any other change.
    this.#tell((listener) => listener.changed?.({}));
  }

  #tell(say: (listener: ChatListener) => void): void {
    for (const listener of [...this.#listeners]) say(listener);
  }
}

function levelOf(type: string | undefined): "info" | "warning" | "error" {
  return type === "warning" || type === "error" ? type : "info";
}

function composerRecord(text: string): PanelRecord {
  return { kind: "composer", text, mode: "replace", reason: "fork" };
}
