/** Puts whole entries in place of the clipped ones that the host sent first. */
import type { SessionEntry } from "../../server/protocol/entry.ts";
import { buildTranscript } from "./entries.ts";
import { withResult } from "./rows.ts";
import type { Row, ToolRow, Transcript, Turn } from "./transcript.ts";

export function replaceEntries(transcript: Transcript, whole: readonly SessionEntry[]): Transcript {
  const byId = new Map(whole.map((entry) => [entry.id, entry]));
  const entries = transcript.entries.map((known) => byId.get(known.id) ?? known);
  const idsOf = (row: Row) => [row.entryId, row.kind === "tool" ? row.resultEntryId : undefined];
  const turns = transcript.turns.map((turn) => {
    const ids = new Set(turn.rows.flatMap(idsOf));
    return whole.reduce((changed, entry) => (ids.has(entry.id) ? replaceInTurn(changed, entry) : changed), turn);
  });
  return { ...transcript, entries, turns };
}

function replaceInTurn(turn: Turn, entry: SessionEntry): Turn {
  const message = entry.type === "message" ? entry.message : null;
  const isResult = message?.role === "toolResult";
  const mine = (row: Row) =>
    isResult ? row.kind === "tool" && row.resultEntryId === entry.id : row.entryId === entry.id;
  if (!turn.rows.some(mine)) return turn;
  const whole = isResult ? [] : buildTranscript([entry], entry.id, 0).turns.flatMap(({ rows }) => rows);
  const rows = turn.rows.map((row) => {
    if (!mine(row)) return row;
    const { clipped: _, ...unclipped } = row as Row & { clipped?: number };
    if (row.kind === "tool") {
      if (message?.role === "toolResult") return withResult(unclipped as ToolRow, message, entry.id);
      const call = whole.find((fresh) => fresh.kind === "tool" && fresh.callId === row.callId);
      const { clippedArgs: __, ...called } = row;
      return call?.kind === "tool" ? { ...called, args: call.args } : row;
    }
    const fresh = whole.find((candidate) => candidate.kind === row.kind && lastPart(candidate) === lastPart(row));
    return fresh ? ({ ...unclipped, ...fresh, key: row.key, at: row.at } as Row) : row;
  });
  return { ...turn, rows };
}

/** `e:1/0` and `assistant:9/0` are the same block. */
function lastPart(row: Row): string {
  return row.key.includes("/") ? row.key.slice(row.key.lastIndexOf("/")) : "";
}
