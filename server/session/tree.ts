/** Branches of a session: where it can be forked, moving the leaf, labels. */

import type { CommandArgs } from "../protocol/command.ts";
import type { ResponseData } from "../protocol/response.ts";
import type { LiveSession } from "./live-session.ts";

/** User messages of the active branch, oldest first. */
export function forkMessages({ store }: LiveSession): { entryId: string; text: string }[] {
  return store.manager.getBranch().flatMap((entry) => {
    if (entry.type !== "message" || entry.message.role !== "user") return [];
    const { content } = entry.message;
    const text =
      typeof content === "string"
        ? content
        : content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
    return text ? [{ entryId: entry.id, text }] : [];
  });
}

/** Moves the leaf. A user message is left behind and its text handed back for the editor. */
export async function navigateTree(
  session: LiveSession,
  targetId: string,
  options: CommandArgs<"navigate_tree">["options"] = {},
): Promise<ResponseData["navigate_tree"]> {
  session.assertWritable();
  if (!session.store.manager.getEntry(targetId)) throw new Error(`Entry not found: ${targetId}`);
  const { cancelled, editorText } = await session.sdk.navigateTree(targetId, options);
  return { cancelled, ...(editorText === undefined ? {} : { editorText }) };
}

/** Labels an entry; an absent or empty label clears it. */
export function setLabel(session: LiveSession, targetId: string | undefined, label: string | undefined): void {
  if (targetId === undefined) throw new Error('Missing field "targetId"');
  session.assertWritable();
  if (!session.store.manager.getEntry(targetId)) throw new Error(`Entry not found: ${targetId}`);
  session.store.manager.appendLabelChange(targetId, label?.trim() || undefined);
}
