/** An edit or a written file: the changed lines with the changed words, and the way to VS Code's own diff. */
import { useMemo } from "react";
import { post } from "../../state/host.ts";
import { useView } from "../../state/store.ts";
import type { ToolRow } from "../../state/transcript.ts";
import { IconButton, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { integer, splitPath } from "../../ui/format.ts";
import { t } from "../../ui/l10n.ts";
import { plainText } from "../../ui/plain.ts";
import { ClippedNote } from "../clipped.tsx";
import { FindCount } from "../find/find-count.tsx";
import { useFold } from "../folds.ts";
import { ApprovalNote } from "./approval-note.tsx";
import { approvalOf, failureReason, stateText, textArgument } from "./describe.ts";
import { countChanges } from "./diff.ts";
import { DiffView } from "./diff-view.tsx";
import { editDiff, streamedLines } from "./edit-diff.ts";

export function EditCard({ row }: { row: ToolRow }) {
  const isNewest = useView((view) => newestEdit(view) === row.key);
  const failed = row.state === "failed";
  const running = row.state === "running";
  const [open, toggle] = useFold(row.key, failed || isNewest);
  const diff = useMemo(() => editDiff(row), [row]);
  const path = textArgument(row, "path", "file_path");
  const pattern = approvalOf(row)?.pattern;
  const isWrite = row.name === "write";
  const openDiff = (
    <IconButton icon="diff" name={t("Open diff")} tabIndex={-1} onClick={() => post({ type: "openDiff", path })} />
  );
  return (
    <Card
      icon={running ? "loading" : failed ? "error" : isWrite ? "new-file" : "edit"}
      tone={running ? "running" : failed ? "error" : undefined}
      spin={running}
      name={isWrite ? t("Write") : t("Edit")}
      subject={
        <>
          <FileLink path={path} />
          {!open && <FindCount line={row.key} />}
        </>
      }
      meta={failed ? undefined : <Counts row={row} diff={diff} />}
      actions={row.state === "done" ? openDiff : undefined}
      label={t("Tool {0}", row.name)}
      state={stateText(row.state)}
      open={open && (failed || diff.length > 0)}
      onToggle={row.argsText === "" ? toggle : undefined}
      tabIndex={-1}
      footer={pattern === undefined ? undefined : <ApprovalNote pattern={pattern} />}
    >
      {failed ? (
        <div className="card-text">{plainText(failureReason(row))}</div>
      ) : (
        <DiffView rows={diff} path={path} id={row.key} />
      )}
      <ClippedNote bytes={row.clippedArgs} entryId={row.entryId} />
      <ClippedNote bytes={row.clipped} entryId={row.resultEntryId} />
    </Card>
  );
}

/** The newest edit stays open while its turn runs. */
function newestEdit(view: Parameters<Parameters<typeof useView>[0]>[0]): string | undefined {
  if (!view.chat?.isStreaming) return undefined;
  const rows = view.transcript.turns.at(-1)?.rows ?? [];
  return rows.findLast((row) => row.kind === "tool" && (row.name === "edit" || row.name === "write"))?.key;
}

function FileLink({ path }: { path: string }) {
  const [name, directory] = splitPath(plainText(path));
  return (
    <>
      <LinkButton
        tabIndex={-1}
        data-hover={path}
        disabled={path === ""}
        onClick={() => post({ type: "openFile", path })}
      >
        <bdi>{name}</bdi>
      </LinkButton>
      {directory !== "" && (
        <span className="directory muted">
          <bdi>{directory}</bdi>
        </span>
      )}
    </>
  );
}

function Counts({ row, diff }: { row: ToolRow; diff: ReturnType<typeof editDiff> }) {
  if (row.argsText !== "") {
    const lines = streamedLines(row);
    return lines > 0 ? t("{0} lines", integer(lines)) : undefined;
  }
  const { added, removed } = countChanges(diff);
  return (
    <span className="counts">
      {approvalOf(row) && <span>{t("allowed")}</span>}
      {added > 0 && <span className="counts-added">+{integer(added)}</span>}
      {removed > 0 && <span className="counts-removed">−{integer(removed)}</span>}
    </span>
  );
}
