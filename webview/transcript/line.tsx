/** One line of the transcript, by kind. */
import { Markdown } from "../markdown/markdown.tsx";
import { Answered } from "../requests/answered.tsx";
import type { Row } from "../state/transcript.ts";
import { t } from "../ui/l10n.ts";
import { ClippedNote } from "./clipped.tsx";
import { Foot } from "./foot.tsx";
import type { Line } from "./lines.ts";
import { BashLine } from "./rows/bash.tsx";
import { BranchSummaryLine, ChangeLine, NoticeLine } from "./rows/change.tsx";
import { CompactionLine } from "./rows/compaction.tsx";
import { CustomLine, UnknownLine } from "./rows/custom.tsx";
import { ErrorLine } from "./rows/error.tsx";
import { RunLine } from "./rows/run.tsx";
import { ThinkingLine } from "./rows/thinking.tsx";
import { ToolLine } from "./tools/tool.tsx";
import { UserLine } from "./user.tsx";
import { WorkingLine } from "./working.tsx";

export function drawLine(line: Line) {
  switch (line.kind) {
    case "user":
      return <UserLine row={line.row} turn={line.turn} />;
    case "text": {
      const { row, start, end, open } = line;
      return (
        // biome-ignore lint/a11y/useSemanticElements: a stretch of text, not a fieldset
        <div role="group" aria-label={t("Answer")} className="text-line">
          <Markdown text={row.text.slice(start, end)} whole={row.text} open={open} />
          {end === row.text.length && <ClippedNote bytes={row.clipped} entryId={row.entryId} />}
        </div>
      );
    }
    case "run":
      return <RunLine id={line.key} rows={line.rows} />;
    case "foot":
      return <Foot turn={line.of} last={line.last} />;
    case "working":
      return <WorkingLine turn={line.of} />;
    case "row":
      return drawRow(line.row);
  }
}

function drawRow(row: Exclude<Row, { kind: "user" | "text" }>) {
  switch (row.kind) {
    case "thinking":
      return <ThinkingLine row={row} />;
    case "tool":
      return <ToolLine row={row} />;
    case "error":
      return <ErrorLine row={row} />;
    case "bash":
      return <BashLine row={row} />;
    case "compaction":
      return <CompactionLine row={row} />;
    case "branchSummary":
      return <BranchSummaryLine row={row} />;
    case "change":
      return <ChangeLine row={row} />;
    case "custom":
      return <CustomLine row={row} />;
    case "notice":
      return <NoticeLine row={row} />;
    case "answer":
      return <Answered row={row} />;
    case "unknown":
      return <UnknownLine row={row} />;
  }
}
