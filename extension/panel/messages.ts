/**
 * The panel wire: what goes between the extension host and a chat panel over postMessage.
 *
 * The panel says `hello` when it can listen; nothing is sent before. The host answers with one
 * `snapshot`, then `batch`es of records numbered without gaps. The panel acknowledges each batch
 * after it has painted, and one batch at a time is under way. A gap makes the panel say `hello`
 * again, with the seq it has. The webview imports types from here, never values.
 */
import { type Static, Type } from "typebox";
import type { SessionEntry } from "../../server/protocol/entry.ts";
import type { RpcEvent } from "../../server/protocol/event.ts";
import {
  type ExtensionUIAnswer,
  ExtensionUIAnswerSchema,
  type ExtensionUIDialog,
} from "../../server/protocol/extension-ui.ts";
import { type ImageContent, ImageContentSchema } from "../../server/protocol/message.ts";
import type { Model, ThinkingLevel } from "../../server/protocol/model.ts";
import type { QueueMode, SessionStats, SlashCommand } from "../../server/protocol/response.ts";

/**
 * No message from host to panel is larger than this (bytes of JSON), whatever the session holds. The person's own
 * draft and the answers to `query entry`, `query texts` (one entry) and `query tree`, which were asked for whole,
 * are as large as they are.
 */
export const MAX_MESSAGE_BYTES = 256 * 1024;

// ---------------------------------------------------------------- state

export type ApprovalMode = "ask" | "commands" | "outside" | "never";

/** The agent server behind this chat. `error` is for the card that explains a start failure or a death. */
export interface AgentStatus {
  phase: "off" | "starting" | "ready" | "restarting" | "lost" | "failed";
  /** ms since the epoch at which this phase began. */
  since: number;
  serverName?: string;
  serverVersion?: string;
  error?: { title: string; message: string; exitCode?: number | null; signal?: string | null; stderr: string[] };
}

/** A dialog that waits for an answer. `expiresAt` (ms since the epoch) when the server gave it a timeout. */
export interface OpenRequest {
  request: ExtensionUIDialog;
  receivedAt: number;
  expiresAt?: number;
}

/** What the panel tells apart in code. */
export type SyntaxKind =
  | "comment"
  | "keyword"
  | "storage"
  | "string"
  | "number"
  | "function"
  | "type"
  | "variable"
  | "constant"
  | "tag"
  | "regexp";

/** Colours of code, as CSS. A kind that is missing has the colour of the panel's own set. */
export type SyntaxColors = Partial<Record<SyntaxKind, string>>;

/** The font of the conversation. */
export interface ChatFont {
  /** px. */
  size: number;
  /** As CSS, safe to stand in a declaration. */
  family: string;
}

export interface PanelSettings {
  /** Thinking blocks open always, while they stream (auto) or never. */
  thinkingDisplay: "always" | "auto" | "never";
  /** What plain Enter does while the agent runs. */
  enterWhileRunning: "steer" | "followUp";
  /** What Escape does when nothing is open. */
  escape: "stop" | "none";
  /** The page begins with it already; here for when it changes. */
  font?: ChatFont;
}

/** Everything the panel shows that is no transcript. The host owns it; patches replace top-level keys. */
export interface ChatState {
  chatId: string;
  place: "sideBar" | "editor";
  /** null: no folder is open. */
  folder: { name: string; path: string } | null;
  trusted: boolean;
  agent: AgentStatus;
  readOnly: boolean;
  session: { id: string; name?: string; file?: string } | null;
  /** null: none chosen, or none available. */
  model: Model | null;
  models: Model[];
  thinkingLevel: ThinkingLevel;
  thinkingLevels: ThinkingLevel[];
  isStreaming: boolean;
  compaction: { reason: string; startedAt: number } | null;
  retry: { attempt: number; maxAttempts: number; delayMs: number; startedAt: number; errorMessage: string } | null;
  queue: { steering: string[]; followUp: string[] };
  steeringMode: QueueMode;
  followUpMode: QueueMode;
  autoCompaction: boolean;
  stats: SessionStats | null;
  commands: SlashCommand[];
  /** Commands beyond the protocol page that the server has. */
  extras: string[];
  approval: ApprovalMode | null;
  statuses: { key: string; text: string }[];
  widgets: { key: string; lines: string[]; placement: "aboveEditor" | "belowEditor" }[];
  title: string | null;
  requests: OpenRequest[];
  /** Model servers found on this computer, while there is no model; `models` is their number. */
  endpoints?: { id: string; name: string; address: string; models: number }[];
  /** Files that the agent's tools changed in this chat. */
  changes: { path: string; added: number; removed: number }[];
  settings: PanelSettings;
  /** Those of the editor's theme, where the host can read them. */
  syntax?: SyntaxColors;
}

// ---------------------------------------------------------------- host → panel

/** What became of a dialog: the answer as shown, or that it was cancelled or ran out of time. */
export type RequestOutcome =
  | { kind: "answered"; text: string }
  | { kind: "cancelled" }
  | { kind: "lapsed"; seconds: number };

/** Output of a direct command. The host sends one with an empty delta and the command's text when it starts. */
export type BashUpdate = Extract<RpcEvent, { type: "bash_execution_update" }> & { command?: string };

export type PanelRecord =
  /**
   * `at`: ms since the epoch when the record reached the host. `turn_end` and `agent_end` come without
   * the messages they repeat, `entry_appended` comes as `entries`, and large parts are `Clipped`.
   */
  | { kind: "event"; at: number; event: RpcEvent | BashUpdate }
  | { kind: "state"; patch: Partial<ChatState> }
  /** Entries that settled; those on the active path continue it. The live blocks they stand for are theirs from now on. */
  | { kind: "entries"; entries: SessionEntry[]; leafId: string | null }
  /** A `send` of this panel was accepted (or queued), or refused: then text and images return to the composer. */
  | { kind: "accepted"; clientMessageId: string }
  | { kind: "refused"; clientMessageId: string; error: string; text: string; images: ImageContent[] }
  | { kind: "requestDone"; at: number; id: string; title: string; outcome: RequestOutcome }
  /** Text for the composer; the person's own draft is kept and can be taken back. */
  | {
      kind: "composer";
      text: string;
      images?: ImageContent[];
      mode: "replace" | "append";
      reason: "server" | "queue" | "fork" | "command";
    }
  /** A line that the host (or `notify` of an agent extension) puts into the transcript. */
  | { kind: "notice"; at: number; level: "info" | "warning" | "error"; text: string; toast: boolean }
  | { kind: "focus"; target: "composer" | "find" | "tree" | "request" };

export interface Draft {
  text: string;
  caret: number;
  images: ImageContent[];
}

/**
 * The draft of a session that has taken another one's place in the panel. `told` is what the host knew of the text of
 * the other one when it began to leave: what was typed behind that was meant for this session.
 */
export interface ShownDraft extends Draft {
  told?: string;
}

export interface SnapshotMessage {
  type: "snapshot";
  seq: number;
  state: ChatState;
  /** The newest part of the active path, oldest first; what is older comes by `older`. */
  entries: SessionEntry[];
  leafId: string | null;
  /** Entries of the active path before the first one here. */
  olderCount: number;
  /**
   * What happened since the last settled entry, neighbouring deltas merged; and the notices and answered
   * requests of the session, which stand among the entries where their `at` puts them.
   */
  records: PanelRecord[];
  draft: ShownDraft | null;
}

export type HostMessage =
  | SnapshotMessage
  /** Holds the records numbered from+1 … to. */
  | { type: "batch"; from: number; to: number; records: PanelRecord[] }
  | { type: "reply"; requestId: string; ok: true; data: unknown }
  | { type: "reply"; requestId: string; ok: false; error: string };

/** What `query` answers with, by `what`. */
export interface QueryData {
  older: { entries: SessionEntry[]; olderCount: number };
  /** The whole of an entry whose large parts were left out (see `Clipped`). */
  entry: { entry: SessionEntry };
  /** As many of the entries asked for, from the first on, as fit into one message (one in any case): texts whole, images left out. */
  texts: { entries: SessionEntry[] };
  /** As many rows as fit into a message. `next`: where the others begin, unless these are the last. */
  tree: { nodes: TreeRow[]; leafId: string | null; next?: number };
  mentions: { items: MentionItem[] };
}

/**
 * Stands in an entry for what is too large to send unasked: an image's data is "" and a long text
 * ends early; `query entry` brings the whole.
 */
export interface Clipped {
  clipped: { bytes: number };
}

/** One row of the session tree, flattened by the host: parents stand before their children. */
export interface TreeRow {
  id: string;
  parentId: string | null;
  kind: "user" | "assistant" | "tool" | "compaction" | "branchSummary" | "change" | "label" | "custom";
  text: string;
  /** ms since the epoch. */
  at: number;
  label?: string;
  onPath: boolean;
}

export interface MentionItem {
  kind: "file" | "folder" | "editor" | "symbol" | "selection" | "problems" | "terminal";
  label: string;
  /** What stands in the message, after `@`. */
  insert: string;
  detail?: string;
}

// ---------------------------------------------------------------- panel → host

const id = () => Type.String({ minLength: 1, maxLength: 200 });
const path = () => Type.String({ minLength: 1, maxLength: 4096 });
const longText = () => Type.String({ maxLength: 16 * 1024 * 1024 });
const panelImages = () => Type.Array(ImageContentSchema, { maxItems: 50 });

/** Commands of the protocol that a panel may send as they are. */
export const relayedCommands = [
  "set_model",
  "cycle_model",
  "set_thinking_level",
  "set_steering_mode",
  "set_follow_up_mode",
  "compact",
  "abort_compaction",
  "set_auto_compaction",
  "set_auto_retry",
  "abort_retry",
  "bash",
  "abort_bash",
  "new_session",
  "fork",
  "clone",
  "navigate_tree",
  "set_label",
  "set_session_name",
  "get_fork_messages",
  "get_last_assistant_text",
] as const;

/** Native actions that a panel may ask for; each is one `atomic.*` palette command or host function. */
export const hostActions = [
  "newChat",
  "switchModel",
  "thinkingLevel",
  "setApiKey",
  "setUpModel",
  "useDemoModel",
  "connectEndpoint",
  "useEndpoint",
  "vscodeModels",
  "restartAgent",
  "showLog",
  "openSettings",
  "openFolder",
  "sessions",
  "sessionTree",
  "fork",
  "exportHtml",
  "reviewChanges",
  "undoChanges",
  "takeOver",
  "approvalMode",
  "pickImages",
  "manageTrust",
  "reloadView",
] as const;

/** Every message a panel sends; checked by the host before use, unknown ones are dropped and logged. */
export const PanelMessageSchema = Type.Union([
  /** `seq`: the last record this panel has, 0 for none. A new clientId is a new webview, a known one a gap. */
  Type.Object({ type: Type.Literal("hello"), clientId: id(), seq: Type.Integer({ minimum: 0 }) }),
  Type.Object({ type: Type.Literal("ack"), seq: Type.Integer({ minimum: 0 }) }),
  /** The panel has got the keyboard, or lost it. */
  Type.Object({ type: Type.Literal("focus"), focused: Type.Boolean() }),
  Type.Object({
    type: Type.Literal("send"),
    clientMessageId: id(),
    text: longText(),
    images: panelImages(),
    /** While the agent runs: which queue. Ignored when it is idle. */
    behavior: Type.Enum(["steer", "followUp"] as const),
  }),
  /** clear_queue, then abort; the queued texts come back by a `composer` record. */
  Type.Object({ type: Type.Literal("stop") }),
  /** Replaces the whole queue, in this order (edit, delete, move are made of it). */
  Type.Object({
    type: Type.Literal("setQueue"),
    requestId: id(),
    steering: Type.Array(longText(), { maxItems: 500 }),
    followUp: Type.Array(longText(), { maxItems: 500 }),
  }),
  Type.Object({
    type: Type.Literal("command"),
    requestId: id(),
    command: Type.Enum(relayedCommands),
    args: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()),
  }),
  Type.Object({ type: Type.Literal("answer"), id: id(), answer: ExtensionUIAnswerSchema }),
  Type.Object({
    type: Type.Literal("draft"),
    text: longText(),
    caret: Type.Integer({ minimum: 0 }),
    images: panelImages(),
  }),
  Type.Object({
    type: Type.Literal("query"),
    requestId: id(),
    what: Type.Literal("older"),
    before: id(),
    limit: Type.Integer({ minimum: 1, maximum: 5000 }),
  }),
  Type.Object({ type: Type.Literal("query"), requestId: id(), what: Type.Literal("entry"), entryId: id() }),
  Type.Object({
    type: Type.Literal("query"),
    requestId: id(),
    what: Type.Literal("texts"),
    entryIds: Type.Array(id(), { minItems: 1, maxItems: 100 }),
  }),
  Type.Object({
    type: Type.Literal("query"),
    requestId: id(),
    what: Type.Literal("tree"),
    /** Rows that this panel has already. */
    from: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  Type.Object({
    type: Type.Literal("query"),
    requestId: id(),
    what: Type.Literal("mentions"),
    text: Type.String({ maxLength: 1000 }),
  }),
  /** `target`: the endpoint of `useEndpoint`, by its id. */
  Type.Object({ type: Type.Literal("action"), action: Type.Enum(hostActions), target: Type.Optional(id()) }),
  /** Opens a file of the workspace (relative, or absolute inside it), or asks about anything else. */
  Type.Object({
    type: Type.Literal("openFile"),
    path: path(),
    line: Type.Optional(Type.Integer({ minimum: 1 })),
    column: Type.Optional(Type.Integer({ minimum: 1 })),
    endLine: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  Type.Object({ type: Type.Literal("openLink"), href: Type.String({ minLength: 1, maxLength: 8192 }) }),
  Type.Object({ type: Type.Literal("openDiff"), path: path() }),
  Type.Object({ type: Type.Literal("copy"), text: longText() }),
  Type.Object({
    type: Type.Literal("code"),
    action: Type.Enum(["insert", "newFile", "runInTerminal"] as const),
    text: longText(),
    language: Type.String({ maxLength: 100 }),
  }),
  Type.Object({ type: Type.Literal("openText"), title: Type.String({ maxLength: 500 }), text: longText() }),
  /** A script error in the view, for the log. */
  Type.Object({ type: Type.Literal("viewError"), message: Type.String({ maxLength: 20_000 }) }),
]);
export type PanelMessage = Static<typeof PanelMessageSchema>;
export type HostAction = (typeof hostActions)[number];
export type RelayedCommand = (typeof relayedCommands)[number];
export type { ExtensionUIAnswer };
