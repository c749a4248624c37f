/** The message of the person: a bubble, the heading of its turn, with its actions in a floating bar. */
import { useLayoutEffect, useState } from "react";
import { useView } from "../state/store.ts";
import type { UserRow } from "../state/transcript.ts";
import { IconButton, LinkButton } from "../ui/button.tsx";
import { t } from "../ui/l10n.ts";
import { copyText, forkFrom, resend } from "./actions.ts";
import { BranchButtons } from "./branch-buttons.tsx";
import { ClippedNote } from "./clipped.tsx";
import { FindCount } from "./find/find-count.tsx";
import { useFold } from "./folds.ts";
import { forgetEdit, keepEdit, keptEdit } from "./kept-edit.ts";
import { headingId } from "./list.tsx";
import { Mentions } from "./mentions.tsx";
import { MessageEditor } from "./message-editor.tsx";
import { Pictures } from "./pictures.tsx";

/** Longer messages fold. */
const FOLDED_LINES = 8;
const FOLDED_CHARS = 600;

export function UserLine({ row, turn }: { row: UserRow; turn: string }) {
  const [edit, setEdit] = useState<{ text: string; isBack: boolean } | null>(null);
  const session = useView(({ chat }) => chat?.session?.id ?? "");
  const canNavigate = useView(({ chat }) => chat?.extras.includes("navigate_tree") ?? false);
  const entry = row.entryId ?? "";
  useLayoutEffect(() => {
    const text = canNavigate ? keptEdit(session, entry) : undefined;
    if (text !== undefined) setEdit((now) => now ?? { text, isBack: true });
  }, [session, entry, canNavigate]);
  if (edit) {
    const end = async (text: string | null) => {
      setEdit(null);
      if (text === null || (await resend(row, text))) forgetEdit(session, entry);
      else setEdit({ text, isBack: true });
    };
    return (
      <>
        <h2 className="visually-hidden" id={headingId(turn)}>
          {title(row.text)}
        </h2>
        <MessageEditor {...edit} onChange={(text) => keepEdit(session, entry, text)} onEnd={end} />
      </>
    );
  }
  const begin = () => {
    keepEdit(session, entry, row.text);
    setEdit({ text: row.text, isBack: false });
  };
  return <Bubble row={row} turn={turn} onEdit={begin} />;
}

function title(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > 120 ? `${line.slice(0, 120)}…` : line || t("Message with images");
}

function Bubble({ row, turn, onEdit }: { row: UserRow; turn: string; onEdit: () => void }) {
  const isLong = row.text.split("\n").length > FOLDED_LINES || row.text.length > FOLDED_CHARS;
  const [open, toggle] = useFold(row.key, false);
  const isTitle = title(row.text) === row.text.trim();
  const text = <Mentions text={row.text} />;
  return (
    <div className={row.pending ? "bubble bubble-pending" : "bubble"} data-bubble>
      {isTitle ? (
        <h2 className="bubble-text" id={headingId(turn)} dir="auto">
          {text}
        </h2>
      ) : (
        <>
          <h2 className="visually-hidden" id={headingId(turn)}>
            {title(row.text)}
          </h2>
          {row.text !== "" && (
            <div className={isLong && !open ? "bubble-text bubble-folded" : "bubble-text"} dir="auto">
              {text}
            </div>
          )}
        </>
      )}
      <Pictures images={row.images} entryId={row.entryId} />
      <ClippedNote bytes={row.text === "" ? undefined : row.clipped} entryId={row.entryId} />
      {isLong && (
        <div className="bubble-more">
          <LinkButton tabIndex={-1} aria-expanded={open} onClick={toggle}>
            {open ? t("Show less") : t("Show all")}
          </LinkButton>
          {!open && <FindCount line={row.key} />}
        </div>
      )}
      {!row.pending && <BubbleBar row={row} turn={turn} onEdit={onEdit} />}
    </div>
  );
}

function BubbleBar({ row, turn, onEdit }: { row: UserRow; turn: string; onEdit: () => void }) {
  const canEdit = useView(({ chat }) => chat !== null && !chat.isStreaming && !chat.readOnly);
  const canNavigate = useView((view) => view.chat?.extras.includes("navigate_tree") ?? false);
  const edit = canNavigate ? onEdit : () => void forkFrom(row.entryId);
  return (
    <div className="bubble-bar" role="toolbar" aria-label={t("Actions")}>
      <IconButton icon="copy" name={t("Copy message")} tabIndex={-1} onClick={() => copyText(row.text)} />
      {row.entryId !== undefined && (
        <>
          <IconButton
            icon="edit"
            name={t("Edit and resend")}
            keys="E"
            data-act="edit"
            tabIndex={-1}
            disabled={!canEdit}
            onClick={edit}
          />
          <BranchButtons turn={turn} entryId={row.entryId} />
        </>
      )}
    </div>
  );
}
