/** export_html (protocol page, "Session"). */
import { existsSync } from "node:fs";
import path from "node:path";
import { initTheme } from "@earendil-works/pi-coding-agent";
import type { LiveSession } from "./live-session.ts";

let themed = false;

/** Writes the session as one HTML file and returns its absolute path. A relative path starts at the session's folder. */
export async function exportHtml(
  { sdk, store }: LiveSession,
  outputPath: string | undefined,
): Promise<{ path: string }> {
  if (!store.writer) throw new Error("Cannot export in-memory session to HTML");
  if (!existsSync(store.writer.path)) throw new Error("Nothing to export yet: start a conversation first");
  if (!themed) initTheme("dark", false);
  themed = true;
  const name = `atomic-session-${path.basename(store.writer.path, ".jsonl")}.html`;
  const target = path.resolve(store.manager.getCwd(), outputPath ?? name);
  return { path: path.resolve(await sdk.exportToHtml(target)) };
}
