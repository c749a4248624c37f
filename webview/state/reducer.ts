/**
 * The reducer: the view before, and one message of the host or one act of the person → the view after.
 * Pure. A batch that does not follow what is there, or entries that left the path, set `needsSnapshot`;
 * the connection then asks for one.
 */
import type {
  ChatState,
  HostMessage,
  PanelRecord,
  QueryData,
  SnapshotMessage,
} from "../../extension/panel/messages.ts";
import type { SessionEntry } from "../../server/protocol/entry.ts";
import type { ImageContent } from "../../server/protocol/message.ts";
import type { BashResult } from "../../server/protocol/response.ts";
import { bashEnded, bashStarted } from "./bash.ts";
import { TranscriptDraft } from "./draft.ts";
import { applyEntries, buildTranscript, knownKeys, prependEntries } from "./entries.ts";
import { applyEvent, notice, queueChanged, runEnded } from "./events.ts";
import { idleLive, nextKey, type Step } from "./live.ts";
import type { ComposerText, Toast, ViewState } from "./model.ts";
import { matchedBubbles } from "./pending.ts";
import { replaceEntry } from "./replace.ts";

type BatchMessage = Extract<HostMessage, { type: "batch" }>;

export type Action =
  | { type: "host"; message: SnapshotMessage | BatchMessage }
  | { type: "sent"; clientMessageId: string; text: string; images: ImageContent[]; at: number }
  | { type: "bashStarted"; key: string; command: string; excludeFromContext: boolean; at: number }
  | { type: "bashEnded"; key: string; result: BashResult | { error: string }; at: number }
  | { type: "older"; before: string; data: QueryData["older"] }
  | { type: "entry"; entry: SessionEntry }
  | { type: "toast"; level: Toast["level"]; text: string }
  | { type: "dismissToast"; id: number }
  | { type: "view"; patch: Partial<Pick<ViewState, "findOpen" | "treeOpen">> };

export function reduce(view: ViewState, action: Action): ViewState {
  switch (action.type) {
    case "host":
      return action.message.type === "snapshot" ? takeSnapshot(view, action.message) : takeBatch(view, action.message);
    case "sent":
      return withStep(view, (step) => sent(step, view.chat, action));
    case "bashStarted":
      return withStep(view, (step) =>
        bashStarted(step, action.key, action.command, action.excludeFromContext, action.at),
      );
    case "bashEnded":
      return withStep(view, (step) => bashEnded(step, action.key, action.result, action.at));
    case "older": {
      const { entries, olderCount } = action.data;
      if (view.transcript.entries[0]?.id !== action.before) return view;
      return { ...view, transcript: prependEntries(view.transcript, entries, olderCount) };
    }
    case "entry":
      return { ...view, transcript: replaceEntry(view.transcript, action.entry) };
    case "toast":
      return withToast(view, action.level, action.text);
    case "dismissToast":
      return { ...view, toasts: view.toasts.filter(({ id }) => id !== action.id) };
    case "view":
      return { ...view, ...action.patch };
  }
}

function withStep(view: ViewState, change: (step: Step) => void): ViewState {
  const step: Step = { draft: new TranscriptDraft(view.transcript), live: view.live };
  change(step);
  return { ...view, transcript: step.draft.finish(), live: step.live };
}

/** A bubble at once; not while the agent runs (the queue shows it), nor for a command that says nothing. */
function sent(step: Step, chat: ChatState | null, message: Extract<Action, { type: "sent" }>): void {
  const { clientMessageId, text, images, at } = message;
  if (chat?.isStreaming || chat?.compaction || isExtensionCommand(chat, text)) return;
  const pending = { clientMessageId, accepted: false };
  step.draft.openTurn({ kind: "user", key: `sent:${clientMessageId}`, at, text, images, pending });
}

function isExtensionCommand(chat: ChatState | null, text: string): boolean {
  const name = /^\/(\S+)/.exec(text)?.[1];
  return chat?.commands.some((command) => command.source === "extension" && command.name === name) ?? false;
}

// ---------------------------------------------------------------- snapshot

function takeSnapshot(view: ViewState, message: SnapshotMessage): ViewState {
  const { chat } = view;
  const sameChat = chat?.chatId === message.state.chatId;
  if (sameChat && !view.needsSnapshot && message.seq < view.seq) return view;
  const sameSession = sameChat && chat?.session?.id === message.state.session?.id;
  const keys = sameSession ? knownKeys(view.transcript.turns) : undefined;
  const transcript = buildTranscript(message.entries, message.leafId, message.olderCount, keys);
  const queue = message.state.queue;
  const fresh: ViewState = {
    ...view,
    chat: message.state,
    transcript,
    live: { ...idleLive, queue: [...queue.steering, ...queue.followUp] },
    seq: message.seq,
    needsSnapshot: false,
    draft: sameSession || !message.draft ? view.draft : { id: (view.draft?.id ?? 0) + 1, value: message.draft },
  };
  const next = applyRecords(fresh, message.records, true);
  return withStep(next, (step) => {
    if (!message.state.isStreaming) runEnded(step, message.records.at(-1) ? lastTime(message.records) : 0);
    const kept = sameSession ? matchedBubbles(view.transcript, next.transcript) : [];
    for (const bubble of kept) step.draft.openTurn(bubble);
  });
}

function lastTime(records: readonly PanelRecord[]): number {
  return records.reduce((time, record) => ("at" in record ? Math.max(time, record.at) : time), 0);
}

// ---------------------------------------------------------------- batches

function takeBatch(view: ViewState, batch: BatchMessage): ViewState {
  if (view.chat === null || batch.to <= view.seq) return view;
  const known = view.seq - batch.from;
  const whole = batch.records.length === batch.to - batch.from;
  if (known < 0 || (known > 0 && !whole)) return { ...view, needsSnapshot: true };
  return { ...applyRecords(view, batch.records.slice(known), false), seq: batch.to };
}

/** `replayed`: these were seen before, so what asks for attention is not asked again. */
function applyRecords(view: ViewState, records: readonly PanelRecord[], replayed: boolean): ViewState {
  const step: Step = { draft: new TranscriptDraft(view.transcript), live: view.live };
  let next = view;
  for (const record of records) next = applyRecord(next, step, record, replayed);
  return { ...next, transcript: step.draft.finish(), live: step.live };
}

function applyRecord(view: ViewState, step: Step, record: PanelRecord, replayed: boolean): ViewState {
  switch (record.kind) {
    case "event":
      applyEvent(step, record.event, record.at);
      return view;
    case "state":
      return patchState(view, step, record.patch);
    case "entries":
      return applyEntries(step, record.entries, record.leafId) ? view : { ...view, needsSnapshot: true };
    case "accepted":
      accepted(step, record.clientMessageId);
      return view;
    case "refused": {
      step.draft.removeBubble(`sent:${record.clientMessageId}`);
      notice(step, Date.now(), "error", record.error);
      const { text, images } = record;
      return replayed ? view : withComposerText(view, { text, images, mode: "append", reason: "refused" });
    }
    case "requestDone": {
      const { at, id, title, outcome } = record;
      step.draft.add({ kind: "answer", key: `request:${id}`, at, title, outcome });
      return view;
    }
    case "composer": {
      const { text, images = [], mode, reason } = record;
      return replayed ? view : withComposerText(view, { text, images, mode, reason });
    }
    case "notice":
      notice(step, record.at, record.level, record.text);
      return record.toast && !replayed ? withToast(view, record.level, record.text) : view;
    case "focus": {
      if (replayed) return view;
      const { target } = record;
      const opened = target === "find" ? { findOpen: true } : target === "tree" ? { treeOpen: true } : {};
      return { ...view, ...opened, focusRequest: { id: view.lastId + 1, target }, lastId: view.lastId + 1 };
    }
    default: {
      const unknown = record as { kind: unknown };
      const key = nextKey(step, "record");
      step.draft.add({ kind: "unknown", key, at: 0, what: "event", name: String(unknown.kind), data: record });
      return view;
    }
  }
}

function patchState(view: ViewState, step: Step, patch: Partial<ChatState>): ViewState {
  if (patch.queue) queueChanged(step, [...patch.queue.steering, ...patch.queue.followUp]);
  return view.chat ? { ...view, chat: { ...view.chat, ...patch } } : view;
}

function accepted(step: Step, clientMessageId: string): void {
  step.draft.updateKey(`sent:${clientMessageId}`, (row) =>
    row.kind === "user" && row.pending ? { ...row, pending: { ...row.pending, accepted: true } } : row,
  );
}

function withComposerText(view: ViewState, text: Omit<ComposerText, "id">): ViewState {
  return { ...view, composerText: { ...text, id: view.lastId + 1 }, lastId: view.lastId + 1 };
}

/** Toasts do not pile up: at most three, none twice. */
function withToast(view: ViewState, level: Toast["level"], text: string): ViewState {
  const others = view.toasts.filter((toast) => toast.text !== text || toast.level !== level);
  return { ...view, toasts: [...others, { id: view.lastId + 1, level, text }].slice(-3), lastId: view.lastId + 1 };
}
