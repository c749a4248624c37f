/** The sessions on disk, newest first (list_sessions). */
import { SessionManager } from "@earendil-works/pi-coding-agent";
import type { SessionListItem } from "../protocol/response.ts";
import type { LiveSession } from "./live-session.ts";

/** Sessions of this folder, or of all folders. */
export async function listSessions({ store }: LiveSession, scope: "folder" | "all"): Promise<SessionListItem[]> {
  const { manager } = store;
  const own = manager.usesDefaultSessionDir() || !store.writer ? undefined : manager.getSessionDir();
  const found = scope === "all" ? await SessionManager.listAll(own) : await SessionManager.list(manager.getCwd(), own);
  return found.map((one) => ({
    path: one.path,
    id: one.id,
    cwd: one.cwd,
    ...(one.name ? { name: one.name } : {}),
    ...(one.parentSessionPath ? { parentSession: one.parentSessionPath } : {}),
    created: isoDate(one.created),
    modified: isoDate(one.modified),
    messageCount: one.messageCount,
    firstMessage: one.firstMessage,
  }));
}

function isoDate(date: Date): string {
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
