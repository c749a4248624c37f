/** What the selected entry says, and what can be done from there. */
import { useEffect, useState } from "react";
import type { SessionEntry } from "../../server/protocol/entry.ts";
import { query } from "../state/host.ts";
import { useView } from "../state/store.ts";
import { LabelField } from "../transcript/label-field.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { t } from "../ui/l10n.ts";
import { plainText } from "../ui/plain.ts";
import { Checkbox } from "../ui/toolkit.tsx";
import { entryText } from "./entry-text.ts";
import type { GraphRow } from "./graph.ts";
import { timeOf } from "./tree-list.tsx";

export interface TreeActions {
  goTo: (id: string, summarize: boolean) => void;
  fork: (id: string) => void;
  clone: (id: string) => void;
  label: (id: string, label: string) => void;
}

interface PreviewProps {
  selected: GraphRow;
  busy: boolean;
  labelling: boolean;
  onLabelling: (labelling: boolean) => void;
  actions: TreeActions;
}

export function Preview({ selected, busy, labelling, onLabelling, actions }: PreviewProps) {
  const { row, isCurrent } = selected;
  const canNavigate = useView((view) => view.chat?.extras.includes("navigate_tree") ?? false);
  const canLabel = useView((view) => view.chat?.extras.includes("set_label") ?? false);
  const streaming = useView((view) => view.chat?.isStreaming ?? false);
  const [summarize, setSummarize] = useState(false);
  const text = useWholeText(row.id, row.text);
  const isMessage = row.kind === "user";
  const locked = busy || streaming;
  const why = streaming ? t("Stop the run first") : undefined;
  const endLabelling = (label: string | null) => {
    onLabelling(false);
    if (label !== null) actions.label(row.id, label);
  };
  return (
    <section className="tree-preview" aria-label={t("Preview")}>
      <div className="tree-preview-head muted">
        <span>{kindName(row.kind)}</span>
        <span className="number">
          {!row.onPath && <span className="wide-only">{t("on another branch")} · </span>}
          {timeOf(row.at)}
        </span>
      </div>
      <div className="tree-preview-text" dir="auto">
        {plainText(text)}
      </div>
      {canNavigate && !row.onPath && (
        <Checkbox label={t("Summarise the branch I leave")} checked={summarize} onChange={setSummarize} />
      )}
      {labelling ? (
        <LabelField label={row.label ?? ""} onEnd={endLabelling} />
      ) : (
        <div className="button-row">
          <Button
            kind="primary"
            disabled={locked || isCurrent || !(canNavigate || isMessage)}
            data-hover={why}
            onClick={() => actions.goTo(row.id, summarize)}
          >
            {busy ? t("Going…") : t("Go here")}
          </Button>
          <Button
            icon="repo-forked"
            disabled={locked || !isMessage}
            data-hover={isMessage ? why : t("Only messages can be forked")}
            onClick={() => actions.fork(row.id)}
          >
            {t("Fork")}
          </Button>
          <Button
            className="wide-button"
            icon="repo-clone"
            disabled={locked || !(isCurrent || canNavigate)}
            data-hover={why}
            onClick={() => actions.clone(row.id)}
          >
            {t("Clone")}
          </Button>
          {canLabel && (
            <Button className="wide-button" icon="tag" onClick={() => onLabelling(true)}>
              {t("Label")}
            </Button>
          )}
          {canLabel && (
            <IconButton className="narrow-button" icon="tag" name={t("Label")} onClick={() => onLabelling(true)} />
          )}
        </div>
      )}
    </section>
  );
}

function kindName(kind: GraphRow["row"]["kind"]): string {
  switch (kind) {
    case "user":
      return t("Your message");
    case "assistant":
      return t("Answer");
    case "tool":
      return t("Tool");
    case "compaction":
      return t("Compaction");
    case "branchSummary":
      return t("Branch summary");
    case "change":
      return t("Change of settings");
    default:
      return t("Custom entry");
  }
}

/** The text of the entry itself; until it has come, what the row says. */
function useWholeText(id: string, short: string): string {
  const [whole, setWhole] = useState<{ id: string; entry: SessionEntry } | null>(null);
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      query("entry", { entryId: id }).then(
        ({ entry }) => gone || setWhole({ id, entry }),
        () => undefined,
      );
    }, 60);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id]);
  return (whole?.id === id ? entryText(whole.entry) : "") || short;
}
