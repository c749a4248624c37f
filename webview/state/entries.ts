/** Settled entries of the active path → rows, at first load, as they settle, and in older pages. */
import type { MessageEntry, SessionEntry } from "../../server/protocol/entry.ts";
import { liveBashKey } from "./bash.ts";
import { TranscriptDraft } from "./draft.ts";
import { idleLive, type Step } from "./live.ts";
import {
  assistantRows,
  bashRow,
  entryRows,
  otherMessageRows,
  type Place,
  timeOf,
  toolRow,
  userRow,
  withResult,
  words,
} from "./rows.ts";
import { emptyTranscript, type Row, type ToolRow, type Transcript, type Turn } from "./transcript.ts";

/** Keys that rows of settled entries had before, by entry id. */
export type KnownKeys = ReadonlyMap<string, string>;

/** The keys to keep when the transcript is built anew. */
export function knownKeys(turns: readonly Turn[]): KnownKeys {
  const keys = new Map<string, string>();
  for (const turn of turns) {
    for (const { entryId, key } of turn.rows) if (entryId) keys.set(entryId, key.replace(/\/[^/]*$/, ""));
  }
  return keys;
}

/** Adds entries that continue the path. False: the path went elsewhere, so only a snapshot can tell. */
export function applyEntries(step: Step, entries: readonly SessionEntry[], leafId: string | null): boolean {
  const { draft } = step;
  const added: SessionEntry[] = [];
  const known = new Set(draft.entries.slice(-entries.length * 2 - 100).map(({ id }) => id));
  let tail = draft.entries.at(-1)?.id ?? null;
  for (const entry of entries) {
    if (known.has(entry.id) || (entry.parentId !== tail && !(tail === null && draft.olderCount === 0))) continue;
    appendEntry(step, entry);
    added.push(entry);
    tail = entry.id;
  }
  draft.entries = added.length > 0 ? [...draft.entries, ...added] : draft.entries;
  draft.leafId = leafId;
  return leafId === tail;
}

/**
 * The transcript of these entries. `remarks` (notices, answered requests; oldest first) stand among
 * them where their time puts them; those from before the first entry wait for an older page.
 */
export function buildTranscript(
  entries: readonly SessionEntry[],
  leafId: string | null,
  olderCount: number,
  { keys = new Map() as KnownKeys, remarks = [] as readonly Row[] } = {},
): Transcript {
  const step: Step = { draft: new TranscriptDraft({ ...emptyTranscript, leafId, olderCount }), live: idleLive };
  const start = entries[0] && olderCount > 0 ? timeOf(entries[0]) : 0;
  const earlier = remarks.filter(({ at }) => at < start);
  let next = earlier.length;
  for (const entry of entries) {
    for (; next < remarks.length && (remarks[next] as Row).at < timeOf(entry); next += 1)
      step.draft.add(remarks[next] as Row);
    appendEntry(step, entry, keys);
  }
  step.draft.add(...remarks.slice(next));
  step.draft.entries = entries;
  const transcript = { ...step.draft.finish(), earlier };
  return {
    ...transcript,
    turns: transcript.turns.map((turn, at, { length }) => (at < length - 1 ? ended(turn) : turn)),
  };
}

/** Calls that have no result in a turn that is over will get none. */
function ended(turn: Turn): Turn {
  const open = (row: Row) => row.kind === "tool" && row.state === "waiting";
  if (!turn.rows.some(open)) return turn;
  return { ...turn, rows: turn.rows.map((row) => (open(row) ? ({ ...row, state: "stopped" } as Row) : row)) };
}

/** Puts an older page before what there is. A turn that the page's border cut is made whole; the last may still run. */
export function prependEntries(
  transcript: Transcript,
  older: readonly SessionEntry[],
  olderCount: number,
  running: boolean,
): Transcript {
  const [first, ...rest] = transcript.turns;
  const headless = first !== undefined && first.rows[0]?.kind !== "user" ? first : null;
  const inFirst = headless ? headEntries(transcript.entries) : [];
  const keys = headless ? knownKeys([headless]) : new Map();
  const remarks = transcript.earlier;
  const before = buildTranscript([...older, ...inFirst], transcript.leafId, olderCount, { keys, remarks });
  const live = headless?.rows.filter((row) => row.entryId === undefined) ?? [];
  const isOpen = running && headless !== null && rest.length === 0;
  const joined = before.turns.map((turn, index, { length }) => {
    if (index < length - 1) return turn;
    const whole = live.length > 0 ? { ...turn, rows: [...turn.rows, ...live] } : turn;
    return isOpen ? whole : ended(whole);
  });
  return {
    ...transcript,
    turns: [...joined, ...(headless ? rest : transcript.turns)],
    entries: [...older, ...transcript.entries],
    labels: { ...before.labels, ...transcript.labels },
    earlier: before.earlier,
    olderCount,
  };
}

/** The entries before the first user message. */
function headEntries(entries: readonly SessionEntry[]): readonly SessionEntry[] {
  const end = entries.findIndex((entry) => entry.type === "message" && entry.message?.role === "user");
  return end < 0 ? entries : entries.slice(0, end);
}

function appendEntry(step: Step, entry: SessionEntry, keys: KnownKeys = new Map()): void {
  const place = { key: keys.get(entry.id) ?? `e:${entry.id}`, at: timeOf(entry), entryId: entry.id };
  try {
    if (entry.type === "message") appendMessage(step, entry, place);
    else step.draft.add(...entryRows(place, entry, previousValue(step, entry)));
  } catch {
    // Any agent may have written it, with anything in it.
    step.draft.add({ ...place, kind: "unknown", what: "entry", name: words(entry.type), data: entry });
  }
  if (entry.type !== "label" || typeof entry.targetId !== "string") return;
  const { [entry.targetId]: _, ...labels } = step.draft.labels;
  step.draft.labels = entry.label ? { ...labels, [entry.targetId]: entry.label } : labels;
}

function previousValue(step: Step, entry: SessionEntry): string | undefined {
  if (entry.type === "label") return step.draft.labels[words(entry.targetId)] ?? "";
  const what = entry.type === "model_change" ? "model" : entry.type === "thinking_level_change" ? "thinking" : null;
  const before = what && step.draft.find((row): row is Row => row.kind === "change" && row.what === what, true);
  return before?.kind === "change" ? before.to : undefined;
}

function appendMessage(step: Step, entry: MessageEntry, place: Place): void {
  const { draft } = step;
  const { message } = entry;
  const key = takeLiveKey(step, entry);
  const settled = key === undefined ? place : { ...place, key };
  switch (message?.role) {
    case "user":
      if (key !== undefined && draft.updateKey(key, (row) => ({ ...userRow(settled, message.content), at: row.at })))
        return;
      draft.openTurn(userRow(settled, message.content));
      return;
    case "assistant": {
      if (key === undefined) draft.markAttempts();
      const { provider, model, usage } = message;
      const endedAt = (key === undefined ? undefined : draft.answer(key)?.endedAt) ?? place.at;
      const answer = { key: settled.key, provider, model, usage: usage ?? null, endedAt };
      draft.setAnswer(answer, assistantRows(settled, message));
      return;
    }
    case "toolResult": {
      const ended = (row: ToolRow) => withTime(withResult(row, message, entry.id), draft);
      if (draft.updateTool(message.toolCallId, ended)) return;
      draft.add(withResult(toolRow(place, message.toolCallId, message.toolName, {}), message, entry.id));
      return;
    }
    case "bashExecution": {
      const live = liveBashKey(step, message);
      const fresh = bashRow({ ...place, key: live ?? place.key }, message);
      if (live === undefined || !draft.updateKey(live, (row) => ({ ...row, ...fresh, at: row.at }))) draft.add(fresh);
      return;
    }
    default:
      if (key !== undefined && draft.updateKey(key, (row) => otherMessageRows(settled, message)[0] ?? row)) return;
      draft.add(...otherMessageRows(settled, message));
  }
}

/** How long a call took, when nobody saw it: from the answer's end to the result, if it was the only one. */
function withTime(row: ToolRow, draft: TranscriptDraft): ToolRow {
  if (row.durationMs !== undefined || row.startedAt !== undefined) return row;
  const answerKey = row.key.replace(/\/[^/]*$/, "");
  const start = draft.answer(answerKey)?.endedAt;
  const end = row.resultAt;
  if (start === undefined || end === undefined || end < start || !draft.isOnlyCall(answerKey)) return row;
  return { ...row, durationMs: end - start };
}

/** The key that events gave to this message, once. */
function takeLiveKey(step: Step, entry: MessageEntry): string | undefined {
  const { role, timestamp } = entry.message ?? {};
  const { unsettled, answer } = step.live;
  const index = unsettled.findIndex((message) => message.role === role && message.timestamp === timestamp);
  if (index >= 0) {
    step.live = { ...step.live, unsettled: unsettled.filter((_, at) => at !== index) };
    return unsettled[index]?.key;
  }
  if (role !== "assistant" || answer?.timestamp !== timestamp) return undefined;
  step.live = { ...step.live, answer: null };
  return answer?.key;
}
