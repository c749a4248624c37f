/** A snapshot → the view: entries, then what happened since, then this panel's own unanswered bubbles. */
import type { PanelRecord, SnapshotMessage } from "../../extension/panel/messages.ts";
import { TranscriptDraft } from "./draft.ts";
import { buildTranscript, knownKeys } from "./entries.ts";
import { runEnded } from "./events.ts";
import { idleLive, type Step } from "./live.ts";
import type { ViewState } from "./model.ts";
import { applyRecords } from "./records.ts";
import { timeOf } from "./rows.ts";
import type { Row, Transcript, UserRow } from "./transcript.ts";

/** Takes a snapshot, unless it is older than what is there and nobody asked for it. */
export function takeSnapshot(view: ViewState, message: SnapshotMessage): ViewState {
  if (view.chat !== null && !view.needsSnapshot && message.seq < view.seq) return view;
  const { state, entries, leafId, olderCount } = message;
  const sameSession = view.chat?.chatId === state.chatId && view.chat.session?.id === state.session?.id;
  const { remarks, records } = splitRecords(message);
  const keys = sameSession ? knownKeys(view.transcript.turns) : new Map<string, string>();
  const fresh: ViewState = {
    ...view,
    chat: state,
    transcript: buildTranscript(entries, leafId, olderCount, { keys, remarks }),
    live: { ...idleLive, queue: [...state.queue.steering, ...state.queue.followUp] },
    seq: message.seq,
    needsSnapshot: false,
    draft: draftAfter(view, message, sameSession),
  };
  const next = applyRecords(fresh, records, true);
  const step: Step = { draft: new TranscriptDraft(next.transcript), live: next.live };
  if (!state.isStreaming) runEnded(step, lastTime(message));
  const bubbles = sameSession ? unansweredBubbles(view.transcript, next.transcript) : [];
  for (const bubble of bubbles) step.draft.openTurn(bubble);
  return { ...next, transcript: step.draft.finish(), live: step.live };
}

/** The composer takes over the draft of another session, also where that one took long to come. */
function draftAfter(view: ViewState, { draft }: SnapshotMessage, sameSession: boolean): ViewState["draft"] {
  if (!draft || (sameSession && draft.told === undefined)) return view.draft;
  return { id: (view.draft?.id ?? 0) + 1, value: draft };
}

/** Notices and answers from before the last entry stand among the entries; the rest is played in order. */
function splitRecords({ records, entries }: SnapshotMessage): { remarks: Row[]; records: PanelRecord[] } {
  const end = entries.at(-1);
  const settled = end ? timeOf(end) : 0;
  const isRemark = (record: PanelRecord) =>
    (record.kind === "notice" || record.kind === "requestDone") && record.at < settled;
  const remarks = records.filter(isRemark).flatMap((record, index): Row[] => {
    if (record.kind === "requestDone") {
      const { at, id, title, outcome } = record;
      return [{ kind: "answer", key: `request:${id}`, at, title, outcome }];
    }
    if (record.kind !== "notice") return [];
    const { at, level, text } = record;
    return [{ kind: "notice", key: `notice:${at}:${index}`, at, level, text }];
  });
  return { remarks: remarks.sort((a, b) => a.at - b.at), records: records.filter((record) => !isRemark(record)) };
}

function lastTime({ records }: SnapshotMessage): number {
  return records.reduce((time, record) => ("at" in record ? Math.max(time, record.at) : time), 0);
}

/**
 * The bubbles of the transcript before that the snapshot has no message for. A message of the
 * snapshot that was not there before answers for one bubble: the one with its text, else the oldest.
 */
function unansweredBubbles(before: Transcript, after: Transcript): UserRow[] {
  const bubbles = messages(before).filter((row) => row.pending);
  if (bubbles.length === 0) return [];
  const seen = new Set(messages(before).map(({ key }) => key));
  const delivered = messages(before).flatMap((row) => (row.pending || row.entryId ? [] : [row.text]));
  for (const message of messages(after)) {
    const known = delivered.indexOf(message.text);
    if (known >= 0) delivered.splice(known, 1);
    if (known >= 0 || seen.has(message.key)) continue;
    const index = bubbles.findIndex(({ text }) => text === message.text);
    bubbles.splice(Math.max(0, index), 1);
  }
  return bubbles;
}

function messages(transcript: Transcript): UserRow[] {
  return transcript.turns.flatMap(({ rows: [first] }) => (first?.kind === "user" ? [first] : []));
}
