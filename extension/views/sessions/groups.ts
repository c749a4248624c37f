import { daysAgo } from "../when.ts";
import type { SessionRow } from "./session-row.ts";

/** A heading and the sessions under it. */
export interface SessionGroup {
  /** What the heading says: a day (start of it in ms), a month, the pinned ones, or those of other folders. */
  heading:
    | { kind: "pinned" }
    | { kind: "day"; at: number; daysAgo: number }
    | { kind: "month"; at: number }
    | { kind: "elsewhere" };
  rows: SessionRow[];
}

/** Older ones are grouped by month. */
const DAYS_APART = 14;

/**
 * Groups sessions (newest first) as they are shown: pinned, then those of `folders` by day, then those of other
 * folders. Without a folder all are of this place.
 */
export function groupSessions(
  rows: readonly SessionRow[],
  folders: readonly string[],
  pinned: ReadonlySet<string>,
  now: number,
): SessionGroup[] {
  const here = (row: SessionRow) => folders.length === 0 || folders.some((folder) => isWithin(row.cwd, folder));
  const groups: SessionGroup[] = [];
  add(
    groups,
    { kind: "pinned" },
    rows.filter((row) => pinned.has(row.id)),
  );
  const others = rows.filter((row) => !pinned.has(row.id));
  for (const row of others.filter(here)) {
    const heading = headingOf(row, now);
    const last = groups.at(-1);
    if (last && sameHeading(last.heading, heading)) last.rows.push(row);
    else groups.push({ heading, rows: [row] });
  }
  add(
    groups,
    { kind: "elsewhere" },
    others.filter((row) => !here(row)),
  );
  return groups;
}

function add(groups: SessionGroup[], heading: SessionGroup["heading"], rows: SessionRow[]): void {
  if (rows.length > 0) groups.push({ heading, rows });
}

function headingOf(row: SessionRow, now: number): SessionGroup["heading"] {
  const days = Math.max(0, daysAgo(row.modified, now));
  if (days < DAYS_APART) return { kind: "day", at: row.modified, daysAgo: days };
  return { kind: "month", at: row.modified };
}

function sameHeading(one: SessionGroup["heading"], other: SessionGroup["heading"]): boolean {
  if (one.kind === "day") return other.kind === "day" && one.daysAgo === other.daysAgo;
  return one.kind === "month" && other.kind === "month" && monthOf(one.at) === monthOf(other.at);
}

function monthOf(at: number): number {
  const date = new Date(at);
  return date.getFullYear() * 12 + date.getMonth();
}

function isWithin(inner: string, outer: string): boolean {
  const trimmed = outer.replace(/[\\/]+$/, "");
  return inner === trimmed || inner.startsWith(`${trimmed}/`) || inner.startsWith(`${trimmed}\\`);
}
