/** Batches of records from the host → the view. */
import type { ChatState, HostMessage, PanelRecord } from "../../extension/panel/messages.ts";
import { TranscriptDraft } from "./draft.ts";
import { applyEntries } from "./entries.ts";
import { applyEvent } from "./events.ts";
import { addNotice, idleLive, nextKey, queueChanged, type Step } from "./live.ts";
import type { ComposerText, Toast, ViewState } from "./model.ts";
import { words } from "./rows.ts";
import { emptyTranscript } from "./transcript.ts";

/** Takes the records of a batch that are new. One that leaves a gap is not used. */
export function takeBatch(view: ViewState, batch: Extract<HostMessage, { type: "batch" }>): ViewState {
  if (view.chat === null || batch.to <= view.seq) return view;
  const known = view.seq - batch.from;
  const whole = batch.records.length === batch.to - batch.from;
  if (known < 0 || (known > 0 && !whole)) return { ...view, needsSnapshot: true };
  return { ...applyRecords(view, batch.records.slice(known)), seq: batch.to };
}

/** `replayed`: these were seen before, so what asks for attention is not asked again. */
export function applyRecords(view: ViewState, records: readonly PanelRecord[], replayed = false): ViewState {
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
      const { clientMessageId, error, text, images } = record;
      step.draft.removeBubble(`sent:${clientMessageId}`);
      addNotice(step, 0, "error", error);
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
      addNotice(step, record.at, record.level, record.text);
      return record.toast && !replayed ? withToast(view, record.level, record.text) : view;
    case "focus":
      return replayed ? view : focus(view, record.target);
    default: {
      const { kind } = record as { kind: unknown };
      const key = nextKey(step, "record");
      step.draft.add({ kind: "unknown", key, at: 0, what: "event", name: words(kind), data: record });
      return view;
    }
  }
}

function patchState(view: ViewState, step: Step, patch: Partial<ChatState>): ViewState {
  if (!view.chat) return view;
  if (patch.session !== undefined && isOtherSession(view.chat.session, patch.session)) forget(step);
  if (patch.queue) queueChanged(step, [...patch.queue.steering, ...patch.queue.followUp]);
  return { ...view, chat: { ...view.chat, ...patch } };
}

/** A session that goes takes its transcript along; one that begins brings its own. */
function isOtherSession(before: ChatState["session"], after: ChatState["session"]): boolean {
  return before !== null && before.id !== after?.id;
}

function forget(step: Step): void {
  step.draft = new TranscriptDraft(emptyTranscript);
  step.live = { ...idleLive, lastId: step.live.lastId };
}

function accepted(step: Step, clientMessageId: string): void {
  step.draft.updateKey(`sent:${clientMessageId}`, (row) =>
    row.kind === "user" && row.pending ? { ...row, pending: { ...row.pending, accepted: true } } : row,
  );
}

function focus(view: ViewState, target: NonNullable<ViewState["focusRequest"]>["target"]): ViewState {
  const id = view.lastId + 1;
  const opened = target === "find" ? { findOpen: true } : target === "tree" ? { treeOpen: true } : {};
  return { ...view, ...opened, focusRequest: { id, target }, lastId: id };
}

export function withComposerText(view: ViewState, text: Omit<ComposerText, "id">): ViewState {
  const id = view.lastId + 1;
  return { ...view, composerText: { ...text, id }, lastId: id };
}

/** Toasts do not pile up: at most three, none twice. */
export function withToast(view: ViewState, level: Toast["level"], text: string): ViewState {
  const id = view.lastId + 1;
  const others = view.toasts.filter((toast) => toast.text !== text || toast.level !== level);
  return { ...view, toasts: [...others, { id, level, text }].slice(-3), lastId: id };
}
