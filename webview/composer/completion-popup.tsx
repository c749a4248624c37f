/** The popups of `@` and `/`, drawn above the composer. */
import type { MentionItem } from "../../extension/panel/messages.ts";
import { useMatches } from "../ui/fuzzy.ts";
import { Icon, type Tone } from "../ui/icon.tsx";
import { t } from "../ui/l10n.ts";
import { OptionList } from "../ui/option-list.tsx";
import { plainText } from "../ui/plain.ts";
import { KeyHint, Matched, Popup } from "../ui/popup.tsx";
import { type CompletionControl, commandSources, type OfferedCommand, sourceOf } from "./use-completion.ts";

export const completionId = "completion";

const icons: Record<MentionItem["kind"], string> = {
  file: "file-code",
  folder: "folder",
  editor: "file-code",
  symbol: "symbol-method",
  selection: "selection",
  problems: "warning",
  terminal: "terminal",
};

const shownRows = 10;

export function CompletionPopup({
  completion,
  onRun,
}: {
  completion: CompletionControl;
  onRun: (name: string) => void;
}) {
  const { open } = completion;
  if (!open) return null;
  return open.trigger.kind === "mention" ? (
    <Mentions completion={completion} />
  ) : (
    <Commands completion={completion} onRun={onRun} />
  );
}

function Mentions({ completion }: { completion: CompletionControl }) {
  const matches = useMatches();
  const { open } = completion;
  if (!open) return null;
  const text = open.trigger.query.replace(/:\d*-?\d*$/, "");
  const render = ({ kind, label, detail }: MentionItem) => {
    const tone: { tone?: Tone } = kind === "problems" ? { tone: "warning" } : {};
    return (
      <>
        <Icon name={icons[kind] ?? "mention"} size={14} {...tone} />
        <span className="option-text">
          <Matched text={label} positions={matches(label, text)} />
        </span>
        {detail !== undefined && <bdi className="option-detail ellipsis">{detail}</bdi>}
      </>
    );
  };
  return (
    <Popup label={t("Mention")} role="group" onClose={completion.close}>
      <OptionList
        id={completionId}
        label={t("Mentions")}
        groups={[{ items: open.mentions }]}
        active={open.active}
        keyOf={(item) => `${item.kind} ${item.insert}`}
        render={render}
        onPick={(item) => completion.acceptMention(item, " ")}
      />
      <div className="popup-foot">
        <KeyHint keys="Tab">{t("add")}</KeyHint>
        <span className="wide-only">
          <KeyHint keys=":">{t("lines")}</KeyHint>
        </span>
        <span className="number">{t("{0} of {1}", Math.min(open.count, shownRows), open.count)}</span>
      </div>
    </Popup>
  );
}

function Commands({ completion, onRun }: { completion: CompletionControl; onRun: (name: string) => void }) {
  const { open } = completion;
  if (!open) return null;
  const titles = { extension: t("Commands"), prompt: t("Prompts"), skill: t("Skills") };
  const groups = commandSources
    .map((source) => ({
      title: titles[source],
      items: open.commands.filter(({ command }) => sourceOf(command) === source),
    }))
    .filter(({ items }) => items.length > 0);
  const render = ({ command, positions }: OfferedCommand) => (
    <>
      <span className="option-text mono">
        /<Matched text={command.name} positions={positions} />
        {command.argumentHint !== undefined && <span className="command-hint"> {plainText(command.argumentHint)}</span>}
      </span>
      {command.description !== undefined && (
        <span className="option-detail option-end ellipsis">{plainText(command.description)}</span>
      )}
    </>
  );
  const pick = ({ command }: OfferedCommand) =>
    needsArguments(command.argumentHint) ? completion.acceptCommand(command) : onRun(command.name);
  return (
    <Popup label={t("Command")} role="group" onClose={completion.close}>
      <OptionList
        id={completionId}
        label={t("Commands")}
        groups={groups}
        active={open.active}
        className="command-option"
        keyOf={({ command }) => `${command.source} ${command.name}`}
        render={render}
        onPick={pick}
      />
      <div className="popup-foot">
        <KeyHint keys="Enter">{t("run")}</KeyHint>
        <KeyHint keys="Tab">{t("complete")}</KeyHint>
      </div>
    </Popup>
  );
}

/** `<name>` must be given, `[path]` may be left out. */
export function needsArguments(hint: string | undefined): boolean {
  return hint?.includes("<") ?? false;
}
