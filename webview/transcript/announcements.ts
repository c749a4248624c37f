/** Tells screen readers how a run goes: that it began, that it ended, and nothing in between. */
import { useEffect } from "react";
import { getView, subscribe } from "../state/store.ts";
import type { Row } from "../state/transcript.ts";
import { announce } from "../ui/announce.tsx";
import { t } from "../ui/l10n.ts";

export function useAnnouncements(): void {
  useEffect(() => {
    let running = false;
    let begun = false;
    return subscribe(() => {
      const { chat, transcript } = getView();
      const rows = transcript.turns.at(-1)?.rows ?? [];
      const now = chat?.isStreaming ?? false;
      if (now && !begun && rows.some(isAnswer)) {
        begun = true;
        announce(t("Answer started"));
      }
      if (running && !now) {
        const words = endWords(rows);
        if (words !== "") announce(words);
        begun = false;
      }
      running = now;
    });
  }, []);
}

function isAnswer(row: Row): boolean {
  return row.kind === "text" || row.kind === "thinking" || row.kind === "tool";
}

function endWords(rows: readonly Row[]): string {
  const last = rows.findLast((row) => row.kind === "error" || isAnswer(row));
  // A failure is an alert of its own.
  if (last?.kind === "error") return last.stopReason === "aborted" ? t("Stopped") : "";
  const tools = rows.filter((row) => row.kind === "tool").length;
  if (tools === 0) return t("Finished");
  return tools === 1 ? t("Finished, 1 tool") : t("Finished, {0} tools", tools);
}
