/** The words of an entry, for a preview of a few lines. Pure. */
import type { SessionEntry } from "../../server/protocol/entry.ts";
import { textOf } from "../state/rows.ts";

const MAX = 1000;

export function entryText(entry: SessionEntry): string {
  return wordsOf(entry).trim().slice(0, MAX);
}

function wordsOf(entry: SessionEntry): string {
  switch (entry.type) {
    case "message": {
      const { message } = entry;
      if (message?.role === "bashExecution") return `${message.command}\n${message.output}`;
      if (message?.role === "branchSummary") return message.summary;
      return message && "content" in message ? textOf(message.content as never) : "";
    }
    case "compaction":
    case "branch_summary":
      return entry.summary ?? "";
    case "custom_message":
      return textOf(entry.content);
    default:
      return "";
  }
}
