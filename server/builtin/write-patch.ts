/**
 * Gives the result of `write` what that of `edit` has: the unified patch of what it changed, so that a client can
 * show it and take it back. `details.created` stands in its place when there was no file. A client cannot know the
 * content from before by itself: the tool does not wait for it to look.
 */
import { readFile, stat } from "node:fs/promises";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { toolPath } from "./approval/paths.ts";

/** What `write` adds to the details of its result. */
export interface WriteDetails {
  /** There was no file before. */
  created?: true;
  patch?: string;
}

/** Longer files, and longer patches, are left out: the session would hold them for ever. In UTF-16 units. */
const MAX_LENGTH = 256 * 1024;
/** A comparison that takes longer, in ms, is given up. */
const PATIENCE_MS = 250;

/** To be run behind the approval gate: what it sees is what the tool will find. */
export function writePatch(pi: ExtensionAPI): void {
  const before = new Map<string, string | null>();
  pi.on("tool_call", async ({ toolName, toolCallId, input }, ctx) => {
    if (toolName !== "write" || typeof input.path !== "string") return;
    const text = await readText(toolPath(input.path, ctx.cwd));
    if (text !== undefined) before.set(toolCallId, text);
  });
  pi.on("tool_result", async ({ toolCallId, input, details, isError }) => {
    const text = before.get(toolCallId);
    before.delete(toolCallId);
    if (text === undefined || isError || (details !== undefined && typeof details !== "object")) return undefined;
    const added = await changeOf(String(input.path), text, String(input.content ?? ""));
    return added && { details: { ...details, ...added } };
  });
  pi.on("agent_end", () => before.clear());
}

async function changeOf(name: string, before: string | null, after: string): Promise<WriteDetails | undefined> {
  if (before === null) return { created: true };
  if (after.length > MAX_LENGTH) return undefined;
  // Loaded when it is first needed: a start reads no more than it must.
  const { createTwoFilesPatch } = await import("diff");
  const patch = createTwoFilesPatch(name, name, before, after, undefined, undefined, {
    context: 4,
    timeout: PATIENCE_MS,
  });
  return patch !== undefined && patch.length <= MAX_LENGTH ? { patch } : undefined;
}

/** null: there is no file. undefined: it is none whose text can be kept. */
async function readText(file: string): Promise<string | null | undefined> {
  try {
    if ((await stat(file)).size > MAX_LENGTH) return undefined;
    const bytes = await readFile(file);
    const text = bytes.toString("utf8");
    return Buffer.from(text).equals(bytes) ? text : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? null : undefined;
  }
}
