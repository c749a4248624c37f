/** Quiet rows of what is no message: changes of settings, labels, names, branch summaries, notices. */

import { thinkingName, withoutMarks } from "../../../extension/panel/words.ts";
import type { ThinkingLevel } from "../../../server/protocol/model.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { useView } from "../../state/store.ts";
import type { BranchSummaryRow, ChangeRow, NoticeRow } from "../../state/transcript.ts";
import { t } from "../../ui/l10n.ts";
import { plainText } from "../../ui/plain.ts";
import { Row } from "../../ui/row.tsx";
import { ClippedNote } from "../clipped.tsx";
import { useFold } from "../folds.ts";
import { modelName } from "../models.ts";

const verbs = {
  model: () => t("Model"),
  thinking: () => t("Thinking"),
  label: () => t("Label"),
  name: () => t("Session name"),
};

export function ChangeLine({ row }: { row: ChangeRow }) {
  const models = useView((view) => view.chat?.models);
  const name = (value: string) =>
    row.what === "model"
      ? modelName(models, value)
      : row.what === "thinking"
        ? thinkingName(value as ThinkingLevel, t)
        : value;
  const isSetting = row.what === "model" || row.what === "thinking";
  const object = isSetting && row.from ? `${name(row.from)} → ${name(row.to)}` : name(row.to);
  const removed = !isSetting && row.to === "";
  return (
    <Row
      icon={isSetting ? "arrow-swap" : "tag"}
      verb={verbs[row.what]()}
      object={removed ? (row.from ?? "") : object}
      {...(removed ? { reason: t("removed") } : {})}
    />
  );
}

export function BranchSummaryLine({ row }: { row: BranchSummaryRow }) {
  const [open, toggle] = useFold(row.key, false);
  const [first = ""] = withoutMarks(plainText(row.summary)).split("\n");
  return (
    <Row icon="git-branch" verb={t("Branch summary")} object={first} open={open} onToggle={toggle} tabIndex={-1}>
      <Markdown text={row.summary} />
      <ClippedNote bytes={row.clipped} entryId={row.entryId} />
    </Row>
  );
}

const noticeIcons = { info: "info", warning: "warning", error: "error" } as const;

export function NoticeLine({ row }: { row: NoticeRow }) {
  const [open, toggle] = useFold(row.key, false);
  const text = plainText(row.text).trim();
  const [first = "", ...more] = text.split("\n");
  const isLong = more.length > 0 || first.length > 200;
  const icon = noticeIcons[row.level] ?? "info";
  const tone = row.level === "info" ? undefined : noticeIcons[row.level];
  return (
    <Row
      icon={icon}
      tone={tone}
      verb={<span className="notice-words">{first}</span>}
      open={open}
      onToggle={isLong ? toggle : undefined}
      tabIndex={-1}
    >
      <div className="notice-whole" dir="auto">
        {text}
      </div>
    </Row>
  );
}
