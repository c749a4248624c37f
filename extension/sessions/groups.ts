/** How a list of sessions is ordered: pinned ones, then by day, newest first. */
import { cutText } from "../broker/clip.ts";
import { withoutMarks } from "../panel/words.ts";
import type { SessionSummary } from "./read-session.ts";

export type GroupId = "pinned" | "today" | "yesterday" | "week" | "month" | "older";
export interface SessionGroup {
  id: GroupId;
  sessions: SessionSummary[];
}

const DAY_MS = 86_400_000;

/** A title never needs more than this of a text, in UTF-16 units. */
const MAX_TITLE_SOURCE = 500;

/** Text that stands for a session: its name as it was given, else how it begins, in plain words. "" for one that holds nothing. */
export function titleOf(session: Pick<SessionSummary, "name" | "firstMessage">): string {
  const { name, firstMessage } = session;
  const title = cutText(name ?? firstMessage, MAX_TITLE_SOURCE);
  return (name === undefined ? withoutMarks(title) : title).replace(/\s+/g, " ").trim();
}

/** Sessions without a message and a name are not worth a row. */
export function worthRows<T extends Pick<SessionSummary, "messageCount" | "name">>(sessions: readonly T[]): T[] {
  return sessions.filter((session) => session.messageCount !== 0 || session.name);
}

/** Of `all` those that are no sessions of the folder `cwd`; one that names no folder is where it was listed. */
export function sessionsElsewhere<T extends Pick<SessionSummary, "path" | "cwd">>(
  all: readonly T[],
  here: readonly T[],
  cwd: string,
): T[] {
  const listed = new Set(here.map(({ path }) => path));
  return all.filter((session) => session.cwd !== cwd && !listed.has(session.path));
}

/** Groups that hold something, in order. Days begin at the person's own midnight. One row a session file. */
export function groupSessions(
  sessions: readonly SessionSummary[],
  pinned: ReadonlySet<string>,
  now: Date,
): SessionGroup[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const unique = [...new Map(sessions.map((session) => [session.path, session])).values()];
  const sorted = unique.sort((a, b) => Date.parse(b.modified) - Date.parse(a.modified));
  const groups = new Map<GroupId, SessionSummary[]>();
  for (const session of sorted) {
    const id = pinned.has(session.path) ? "pinned" : dayGroup(Date.parse(session.modified), midnight);
    groups.set(id, [...(groups.get(id) ?? []), session]);
  }
  const order: GroupId[] = ["pinned", "today", "yesterday", "week", "month", "older"];
  return order.flatMap((id) => (groups.has(id) ? [{ id, sessions: groups.get(id) ?? [] }] : []));
}

function dayGroup(at: number, midnight: number): GroupId {
  if (at >= midnight) return "today";
  if (at >= midnight - DAY_MS) return "yesterday";
  if (at >= midnight - 7 * DAY_MS) return "week";
  return at >= midnight - 30 * DAY_MS ? "month" : "older";
}
