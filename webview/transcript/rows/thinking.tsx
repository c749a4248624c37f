/** Thinking: open while it streams, one row when it is done. */
import { useEffect, useRef, useState } from "react";
import { Markdown } from "../../markdown/markdown.tsx";
import { useView } from "../../state/store.ts";
import type { ThinkingRow } from "../../state/transcript.ts";
import { duration } from "../../ui/format.ts";
import { t } from "../../ui/l10n.ts";
import { Row } from "../../ui/row.tsx";
import { ClippedNote } from "../clipped.tsx";
import { FindCount } from "../find/find-count.tsx";
import { useFold } from "../folds.ts";

export function ThinkingLine({ row }: { row: ThinkingRow }) {
  const display = useView((view) => view.chat?.settings.thinkingDisplay) ?? "auto";
  const [open, toggle] = useFold(row.key, display === "always" || (display === "auto" && row.streaming));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own layout
    <div role="group" aria-label={t("Thinking")}>
      <Row
        icon="thinking"
        verb={row.streaming ? <span className="shimmer">{t("Thinking")}</span> : thoughtWords(row)}
        object={open ? undefined : <FindCount line={row.key} />}
        meta={row.streaming && row.startedAt !== undefined ? <Seconds since={row.startedAt} /> : undefined}
        open={open}
        onToggle={toggle}
        tabIndex={-1}
      >
        <div className="thinking-text">
          <Markdown text={row.text} open={row.streaming} />
          <ClippedNote bytes={row.clipped} entryId={row.entryId} />
        </div>
      </Row>
    </div>
  );
}

function thoughtWords({ startedAt, endedAt }: ThinkingRow): string {
  if (startedAt === undefined || endedAt === undefined) return t("Thought");
  return t("Thought for {0}", duration(Math.max(1000, endedAt - startedAt)));
}

/** Seconds that count up, once a second. */
export function Seconds({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now);
  const first = useRef(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return duration(Math.max(1000, now - first.current));
}
