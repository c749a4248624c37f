/** A transcript being changed: copies what it touches, leaves the rest as it was. One draft serves one step of the reducer. */
import type { Usage } from "../../server/protocol/message.ts";
import type { Answer, Row, ToolRow, Transcript, Turn, UserRow } from "./transcript.ts";

interface OpenTurn {
  key: string;
  rows: Row[];
  answers: Answer[];
}

/** How far back a tool result looks for its call. */
const SEARCHED_TURNS = 16;

export class TranscriptDraft {
  entries: Transcript["entries"];
  leafId: string | null;
  olderCount: number;
  labels: Transcript["labels"];
  readonly #earlier: Transcript["earlier"];
  readonly #turns: Turn[];
  readonly #open = new Set<Turn>();

  constructor(base: Transcript) {
    this.#turns = base.turns.slice();
    this.entries = base.entries;
    this.leafId = base.leafId;
    this.olderCount = base.olderCount;
    this.labels = base.labels;
    this.#earlier = base.earlier;
  }

  get turns(): readonly Turn[] {
    return this.#turns;
  }

  finish(): Transcript {
    const { entries, leafId, olderCount, labels } = this;
    return { turns: this.#turns, entries, leafId, olderCount, labels, earlier: this.#earlier };
  }

  /** Bubbles without an answer from the server stay last, whatever else arrives. */
  #settledEnd(): number {
    let end = this.#turns.length;
    while (end > 0 && isPending(this.#turns[end - 1])) end -= 1;
    return end;
  }

  #own(index: number): OpenTurn {
    const turn = this.#turns[index] as Turn;
    if (this.#open.has(turn)) return turn as unknown as OpenTurn;
    const copy = { key: turn.key, rows: turn.rows.slice(), answers: turn.answers.slice() };
    this.#turns[index] = copy;
    this.#open.add(copy);
    return copy;
  }

  /** The turn that what arrives now belongs to. */
  #current(): OpenTurn {
    const end = this.#settledEnd();
    if (end > 0) return this.#own(end - 1);
    const turn: OpenTurn = { key: "start", rows: [], answers: [] };
    this.#turns.splice(0, 0, turn);
    this.#open.add(turn);
    return turn;
  }

  /** Begins a turn with this message; a pending one goes to the very end. */
  openTurn(row: UserRow): void {
    const turn: OpenTurn = { key: row.key, rows: [row], answers: [] };
    this.#turns.splice(row.pending ? this.#turns.length : this.#settledEnd(), 0, turn);
    this.#open.add(turn);
  }

  /** Takes a bubble away, with its turn. */
  removeBubble(key: string): void {
    const index = this.#turns.findIndex((turn) => turn.key === key && turn.rows.length === 1);
    if (index >= 0) this.#turns.splice(index, 1);
  }

  /** Bubbles in the order they were sent. */
  pendingBubbles(): UserRow[] {
    return this.#turns.slice(this.#settledEnd()).map((turn) => turn.rows[0] as UserRow);
  }

  /** The bubble is the server's now: its turn stands behind all that is not pending. */
  settleBubble(key: string, row: UserRow): void {
    this.removeBubble(key);
    this.openTurn({ ...row, key });
  }

  add(...rows: Row[]): void {
    this.#current().rows.push(...rows);
  }

  /** Replaces the first row, searched from the newest, that `match` accepts. Says whether there was one. */
  update<R extends Row>(match: (row: Row) => row is R, change: (row: R) => Row, turns = SEARCHED_TURNS): boolean {
    const first = Math.max(0, this.#turns.length - turns);
    for (let t = this.#turns.length - 1; t >= first; t -= 1) {
      const rows = this.#turns[t]?.rows ?? [];
      for (let r = rows.length - 1; r >= 0; r -= 1) {
        const row = rows[r] as Row;
        if (!match(row)) continue;
        const next = change(row);
        if (next !== row) this.#own(t).rows[r] = next;
        return true;
      }
    }
    return false;
  }

  updateKey(key: string, change: (row: Row) => Row): boolean {
    return this.update((row): row is Row => row.key === key, change);
  }

  updateTool(callId: string, change: (row: ToolRow) => Row): boolean {
    const isCall = (row: Row): row is ToolRow => row.kind === "tool" && row.callId === callId;
    return this.update(isCall, change);
  }

  /** Changes rows of the turns that something may still be running in. */
  updateOpen(change: (row: Row) => Row): void {
    const first = Math.max(0, this.#turns.length - SEARCHED_TURNS);
    for (let t = first; t < this.#turns.length; t += 1) {
      this.#turns[t]?.rows.forEach((row, at) => {
        const next = change(row);
        if (next !== row) this.#own(t).rows[at] = next;
      });
    }
  }

  /** The first row that matches, searched from the oldest of the last turns, or from the newest of all. */
  find<R extends Row>(match: (row: Row) => row is R, newestOfAll = false): R | undefined {
    if (!newestOfAll)
      return this.#turns
        .slice(-SEARCHED_TURNS)
        .flatMap(({ rows }) => rows)
        .find(match);
    for (let t = this.#turns.length - 1; t >= 0; t -= 1) {
      const found = this.#turns[t]?.rows.findLast(match);
      if (found) return found;
    }
    return undefined;
  }

  hasKey(key: string): boolean {
    const starts = `${key}/`;
    return this.#turns
      .slice(-SEARCHED_TURNS)
      .some((turn) => turn.key === key || turn.rows.some((row) => row.key === key || row.key.startsWith(starts)));
  }

  /** The answers that failed so far in this turn were tried again. */
  markAttempts(): void {
    const turn = this.#turns[this.#settledEnd() - 1];
    turn?.rows.forEach((row, at) => {
      if (row.kind === "error" && !row.attempt) this.#current().rows[at] = { ...row, attempt: true };
    });
  }

  setUsage(key: string, usage: Usage): void {
    const index = this.#turnOfAnswer(key);
    if (index < 0) return;
    const turn = this.#own(index);
    turn.answers = turn.answers.map((answer) => (answer.key === key ? { ...answer, usage } : answer));
  }

  /** Sets what is known of an answer, and puts its rows in place of those it had. */
  setAnswer(answer: Answer, rows: readonly Row[]): void {
    const index = this.#turnOfAnswer(answer.key);
    const turn = index < 0 ? this.#current() : this.#own(index);
    const known = turn.answers.findIndex(({ key }) => key === answer.key);
    turn.answers.splice(known < 0 ? turn.answers.length : known, known < 0 ? 0 : 1, answer);
    turn.rows = replaceAnswerRows(turn.rows, answer.key, rows);
  }

  /** Whether an answer calls one tool only. */
  isOnlyCall(key: string): boolean {
    const rows = this.#turns[this.#turnOfAnswer(key)]?.rows ?? [];
    return rows.filter((row) => row.kind === "tool" && row.key.startsWith(`${key}/`)).length === 1;
  }

  answer(key: string): Answer | undefined {
    return this.#turns[this.#turnOfAnswer(key)]?.answers.find((answer) => answer.key === key);
  }

  #turnOfAnswer(key: string): number {
    const first = Math.max(0, this.#turns.length - SEARCHED_TURNS);
    for (let t = this.#turns.length - 1; t >= first; t -= 1) {
      if (this.#turns[t]?.answers.some((answer) => answer.key === key)) return t;
    }
    return -1;
  }
}

function isPending(turn: Turn | undefined): boolean {
  const [first] = turn?.rows ?? [];
  return turn?.rows.length === 1 && first?.kind === "user" && first.pending !== undefined;
}

/** New rows stand where the answer's old ones stood; what came between them (a notice) stays between. */
function replaceAnswerRows(rows: readonly Row[], answerKey: string, next: readonly Row[]): Row[] {
  const isMine = (row: Row) => row.key.startsWith(`${answerKey}/`);
  const queue = next.slice();
  const result: Row[] = [];
  const emit = (row: Row | undefined, before?: Row) => row && result.push(keep(before, row));
  for (const row of rows) {
    if (!isMine(row)) result.push(row);
    else if (queue.some(({ key }) => key === row.key)) {
      while (queue[0] && queue[0].key !== row.key) emit(queue.shift());
      emit(queue.shift(), row);
    }
  }
  for (const row of queue) result.push(row);
  return result;
}

/** A block that the host cut, where the whole of it has been seen already. */
function uncut(before: Row | undefined, row: Row): Row {
  if (row.clipped === undefined || before === undefined || before.kind !== row.kind) return row;
  if ((row.kind !== "text" && row.kind !== "thinking") || row.kind !== before.kind) return row;
  const { clipped: _, ...rest } = row;
  return before.clipped === undefined && before.text.startsWith(row.text) ? { ...rest, text: before.text } : row;
}

/** What was seen of a row while it lived (times, results) outlasts its final content. */
function keep(before: Row | undefined, settled: Row): Row {
  const row = uncut(before, settled);
  if (before?.kind === "thinking" && row.kind === "thinking") {
    const { startedAt, endedAt } = before;
    return { ...row, ...(startedAt === undefined ? {} : { startedAt }), ...(endedAt === undefined ? {} : { endedAt }) };
  }
  if (before?.kind === "tool" && row.kind === "tool" && before.callId === row.callId) {
    const { key, entryId, args, argsText } = row;
    return { ...before, key, args, argsText, ...(entryId === undefined ? {} : { entryId }) };
  }
  if (before?.kind === "text" && row.kind === "text" && before.text === row.text) {
    const same = before.entryId === row.entryId && before.streaming === row.streaming && before.clipped === row.clipped;
    return same ? before : row;
  }
  return row;
}
