/** The end of a turn: its actions, and what it took. The space is there even when nothing shows. */
import { useState } from "react";
import type { Usage } from "../../server/protocol/message.ts";
import { useView } from "../state/store.ts";
import type { Turn } from "../state/transcript.ts";
import { IconButton } from "../ui/button.tsx";
import { duration, integer, money, tokens } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/l10n.ts";
import { copyTurn, labelOf, labelTurn } from "./actions.ts";
import { BranchButtons } from "./branch-buttons.tsx";
import { LabelField } from "./label-field.tsx";
import { modelName, shortModelName } from "./models.ts";

export function Foot({ turn, last }: { turn: Turn; last: boolean }) {
  const labels = useView((view) => view.transcript.labels);
  const canLabel = useView((view) => view.chat?.extras.includes("set_label") ?? false);
  const [labelling, setLabelling] = useState(false);
  const label = labelOf(turn, labels);
  const message = turn.rows[0]?.kind === "user" ? turn.rows[0] : undefined;
  const endLabelling = (text: string | null) => {
    setLabelling(false);
    if (text !== null) void labelTurn(turn, text);
  };
  const classes = last || labelling ? "foot foot-shown" : "foot";
  return (
    <div className={classes}>
      <div className="foot-actions" role="toolbar" aria-label={t("Actions")}>
        <IconButton
          icon="copy"
          name={t("Copy answer as Markdown")}
          keys="C"
          tabIndex={-1}
          onClick={() => copyTurn(turn)}
        />
        <BranchButtons turn={turn.key} entryId={message?.entryId} />
        {canLabel && (
          <IconButton
            icon="tag"
            name={t("Label")}
            keys="L"
            data-act="label"
            tabIndex={-1}
            onClick={() => setLabelling(true)}
          />
        )}
      </div>
      {label !== undefined && !labelling && (
        <span className="label-pill">
          <Icon name="tag" size={12} />
          <bdi>{label}</bdi>
        </span>
      )}
      {labelling ? <LabelField label={label ?? ""} onEnd={endLabelling} /> : <Totals turn={turn} />}
    </div>
  );
}

/** `9s · Sonnet 4.5 · $0.01`; tokens on hover, and in its place when it is pressed. */
function Totals({ turn }: { turn: Turn }) {
  const models = useView((view) => view.chat?.models);
  const [counted, setCounted] = useState(false);
  const last = turn.answers.at(-1);
  if (!last) return null;
  const sum = (pick: (usage: Usage) => number | undefined) =>
    turn.answers.reduce((total, { usage }) => total + ((usage && pick(usage)) || 0), 0);
  const cost = sum((usage) => usage.cost?.total);
  const [start] = turn.rows;
  const ms = last.endedAt !== undefined && start && start.at > 0 ? last.endedAt - start.at : 0;
  const time = ms >= 500 ? duration(Math.max(1000, ms)) : "";
  const model = last.model ? shortModelName(modelName(models, last.model)) : "";
  const price = cost > 0 ? money(cost) : "";
  const words = (...parts: string[]) => parts.filter(Boolean).join(" · ");
  const counts = t(
    "{0} in, {1} out, {2} from cache",
    integer(sum((usage) => usage.input)),
    integer(sum((usage) => usage.output)),
    tokens(sum((usage) => usage.cacheRead)),
  );
  const details = `${timeOfDay(last.endedAt)} ${counts}`.trim();
  const brief = (
    <>
      <span className="wide-only">{words(time, model, price)}</span>
      <span className="narrow-only">{words(time, price) || model}</span>
    </>
  );
  return (
    <button
      type="button"
      className="foot-totals number ellipsis"
      tabIndex={-1}
      aria-pressed={counted}
      data-hover={details}
      onClick={() => setCounted(!counted)}
    >
      {counted ? details : brief}
    </button>
  );
}

function timeOfDay(at: number | undefined): string {
  if (!at) return "";
  return new Date(at).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
