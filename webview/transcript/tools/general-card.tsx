/** The card of any tool the panel has no own one for: arguments and result as a tree. */
import type { ReactNode } from "react";
import { imagesOf } from "../../state/rows.ts";
import type { ToolRow } from "../../state/transcript.ts";
import { Card } from "../../ui/card.tsx";
import { duration } from "../../ui/format.ts";
import { t } from "../../ui/l10n.ts";
import { plainText } from "../../ui/plain.ts";
import { ClippedNote } from "../clipped.tsx";
import { DataTree, Whole } from "../data-tree.tsx";
import { FindCount } from "../find/find-count.tsx";
import { useFold, wholeOf } from "../folds.ts";
import { Pictures } from "../pictures.tsx";
import { Seconds } from "../rows/thinking.tsx";
import { ApprovalNote } from "./approval-note.tsx";
import { approvalOf, metaWords, resultText, stateText, subjectOf } from "./describe.ts";

export function GeneralCard({ row }: { row: ToolRow }) {
  const [open, toggle] = useFold(row.key, row.state === "failed");
  const running = row.state === "running";
  const failed = row.state === "failed";
  const [whole] = useFold(wholeOf(row.key), false);
  const pattern = approvalOf(row)?.pattern;
  return (
    <Card
      icon={running ? "loading" : failed ? "error" : "tools"}
      tone={running ? "running" : failed ? "error" : undefined}
      spin={running}
      name={plainText(row.name) || t("Tool")}
      subject={
        <>
          <span className="muted">{subjectOf(row)}</span>
          {!open && <FindCount line={row.key} />}
        </>
      }
      meta={metaOf(row)}
      label={t("Tool {0}", plainText(row.name))}
      state={stateText(row.state)}
      open={open}
      onToggle={toggle}
      tabIndex={-1}
      footer={pattern === undefined ? undefined : <ApprovalNote pattern={pattern} />}
    >
      <Whole value={whole}>
        <div className="card-text">
          <Part name={t("Arguments")}>
            {row.argsText === "" ? <DataTree value={row.args} /> : <pre className="data-raw">{row.argsText}</pre>}
            <ClippedNote bytes={row.clippedArgs} entryId={row.entryId} />
          </Part>
          {row.result && <Result row={row} />}
        </div>
      </Whole>
    </Card>
  );
}

function metaOf(row: ToolRow): ReactNode {
  if (row.state === "running" && row.startedAt !== undefined) return <Seconds since={row.startedAt} />;
  return metaWords(approvalOf(row) ? t("allowed") : "", row.durationMs === undefined ? "" : duration(row.durationMs));
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="data-part mono-block">
      <div className="muted">{name}</div>
      {children}
    </div>
  );
}

function Result({ row }: { row: ToolRow }) {
  const text = plainText(resultText(row.result)).trim();
  const data = parsed(text);
  const details = ownDetails(row.result?.details);
  const content = row.result?.content ?? [];
  const others = content.filter(({ type }) => type !== "text" && type !== "image");
  const isEmpty = text === "" && content.length === 0;
  return (
    <Part name={t("Result")}>
      {data !== undefined ? <DataTree value={data} /> : text !== "" && <LongText text={text} />}
      {isEmpty && <div className="muted">{t("Nothing")}</div>}
      <Pictures images={imagesOf(content)} entryId={row.resultEntryId} />
      {others.length > 0 && <DataTree name={t("Unknown block")} value={others} open={false} />}
      {hasMembers(details) && <DataTree name={t("details")} value={details} open={false} />}
      <ClippedNote bytes={row.clipped} entryId={row.resultEntryId} />
    </Part>
  );
}

function LongText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
    <pre className="data-text" tabIndex={0}>
      {text}
    </pre>
  );
}

/** What the tool itself says; that its call was allowed stands in the card's foot. */
function ownDetails(details: unknown): unknown {
  if (details === null || typeof details !== "object" || Array.isArray(details)) return details;
  const { approval: _, ...own } = details as Record<string, unknown>;
  return own;
}

function hasMembers(value: unknown): boolean {
  return value !== null && typeof value === "object" && Object.keys(value).length > 0;
}

/** The value of a result that is JSON; undefined when it is text. */
function parsed(text: string): unknown {
  if (!/^[[{]/.test(text) || text.length > 500_000) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
