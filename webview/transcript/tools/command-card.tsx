/** A shell command: its output with a live tail, exit code, Kill, and the way to the whole output. */
import { type ReactNode, useMemo } from "react";
import { post } from "../../state/host.ts";
import type { ToolState } from "../../state/transcript.ts";
import { IconButton, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { integer } from "../../ui/format.ts";
import { t } from "../../ui/l10n.ts";
import { ClippedNote } from "../clipped.tsx";
import { FindCount } from "../find/find-count.tsx";
import { useFold, wholeOf } from "../folds.ts";
import { Seconds } from "../rows/thinking.tsx";
import { Ansi } from "./ansi.tsx";
import { stateText } from "./describe.ts";

interface CommandCardProps {
  /** Key of the row. */
  id: string;
  /** Name for assistive technology; with `title`, the name shown. */
  label: string;
  title: string;
  command: string;
  output: string;
  state: ToolState;
  startedAt?: number | undefined;
  meta: string;
  exitCode?: number | undefined;
  fullOutputPath?: string | undefined;
  clipped?: number | undefined;
  entryId?: string | undefined;
  onKill?: (() => void) | undefined;
  footer?: ReactNode;
}

/** Lines of a card's body; more are behind "Show full output". */
const MAX_LINES = 10;

export function CommandCard(props: CommandCardProps) {
  const { id, label, title, command, output, state, startedAt, meta, onKill } = props;
  const running = state === "running";
  const [open, toggle] = useFold(id, running || state === "failed");
  const [whole] = useFold(wholeOf(id), false);
  const tail = useMemo(() => tailOf(output, whole ? Number.POSITIVE_INFINITY : MAX_LINES), [output, whole]);
  // A command that has said nothing yet is one line, unless it is a script of several.
  const hasBody = !running || output !== "" || command.includes("\n");
  const kill = running && onKill && <IconButton icon="debug-stop" name={t("Kill")} tabIndex={-1} onClick={onKill} />;
  return (
    <Card
      icon={running ? "loading" : state === "failed" ? "error" : "terminal"}
      tone={running ? "running" : state === "failed" ? "error" : undefined}
      spin={running}
      name={title}
      subject={
        <>
          <span className="mono command-text">{command.split("\n", 1)[0]}</span>
          {!open && <FindCount line={id} />}
        </>
      }
      meta={running && startedAt !== undefined ? <Seconds since={startedAt} /> : meta || undefined}
      actions={kill}
      label={label}
      state={stateText(state)}
      open={open}
      onToggle={state === "waiting" ? undefined : toggle}
      tabIndex={-1}
      footer={footerOf(props, tail.hidden)}
    >
      {open && hasBody ? <CommandBody command={command} tail={tail} running={running} /> : undefined}
    </Card>
  );
}

interface Tail {
  text: string;
  hidden: number;
}

/** The last lines of an output. */
export function tailOf(output: string, lines = MAX_LINES): Tail {
  const text = output.replace(/\n+$/, "");
  let from = text.length;
  for (let count = 0; count < lines && from >= 0; count += 1) from = from === 0 ? -1 : text.lastIndexOf("\n", from - 1);
  if (from < 0) return { text, hidden: 0 };
  let hidden = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < from; at = text.indexOf("\n", at + 1)) hidden += 1;
  return { text: text.slice(from + 1), hidden };
}

function CommandBody({ command, tail, running }: { command: string; tail: Tail; running: boolean }) {
  const isScript = command.includes("\n");
  return (
    <div className={running && tail.hidden > 0 ? "command-output command-tail" : "command-output"}>
      {isScript && <pre className="command-script">{command}</pre>}
      {tail.hidden > 0 && (
        <div className="command-hidden mono-block">{t("… {0} earlier lines", integer(tail.hidden))}</div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        {tail.text === "" ? <span className="muted">{running ? " " : t("No output")}</span> : <Ansi text={tail.text} />}
      </pre>
    </div>
  );
}

/** Only when there is something to say: an exit code other than 0, more output than is shown. */
function footerOf(props: CommandCardProps, hidden: number): ReactNode {
  const { state, exitCode, output, command, fullOutputPath, clipped, entryId, footer } = props;
  if (state === "running" || state === "waiting") return undefined;
  const failed = exitCode !== undefined && exitCode !== 0 ? t("Exit code {0}", exitCode) : "";
  const words = state === "stopped" ? t("Stopped") : failed;
  const more = hidden > 0 || fullOutputPath !== undefined || clipped !== undefined;
  if (words === "" && !more && footer === undefined) return undefined;
  const canShow = clipped === undefined && (more || (words !== "" && output !== ""));
  const showAll = () => {
    if (fullOutputPath !== undefined) post({ type: "openFile", path: fullOutputPath });
    else post({ type: "openText", title: command.split("\n", 1)[0]?.slice(0, 80) ?? "", text: output });
  };
  return (
    <>
      <span className="number">{words}</span>
      {footer}
      {clipped !== undefined && <ClippedNote bytes={clipped} entryId={entryId} />}
      {canShow && (
        <LinkButton tabIndex={-1} onClick={showAll}>
          {t("Show full output")}
        </LinkButton>
      )}
    </>
  );
}
