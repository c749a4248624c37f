/** A tool call with its result: a quiet row, or a card made for the tool. */
import { post } from "../../state/host.ts";
import type { ToolRow } from "../../state/transcript.ts";
import { duration } from "../../ui/format.ts";
import { t } from "../../ui/l10n.ts";
import { plainText } from "../../ui/plain.ts";
import { ApprovalNote } from "./approval-note.tsx";
import { useAsked } from "./asked.ts";
import { CommandCard } from "./command-card.tsx";
import { approvalOf, isQuietTool, metaWords, resultText, textArgument } from "./describe.ts";
import { EditCard } from "./edit-card.tsx";
import { GeneralCard } from "./general-card.tsx";
import { QuietToolRow } from "./quiet.tsx";

export function ToolLine({ row: call }: { row: ToolRow }) {
  const row = useAsked(call);
  if (isQuietTool(row)) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own layout
      <div role="group" aria-label={t("Tool {0}", plainText(row.name))}>
        <QuietToolRow row={row} />
      </div>
    );
  }
  switch (row.name) {
    case "bash":
    case "powershell":
      return <ToolCommand row={row} />;
    case "edit":
    case "write":
      return <EditCard row={row} />;
    default:
      return <GeneralCard row={row} />;
  }
}

const stop = () => post({ type: "stop" });

function ToolCommand({ row }: { row: ToolRow }) {
  const details = row.result?.details as { fullOutputPath?: unknown } | null | undefined;
  const approval = approvalOf(row);
  const { output, exitCode } = splitStatus(resultText(row.result));
  return (
    <CommandCard
      id={row.key}
      label={t("Tool {0}", row.name)}
      title={row.name === "bash" ? "Bash" : "PowerShell"}
      command={textArgument(row, "command")}
      output={output}
      state={row.state}
      startedAt={row.startedAt}
      meta={metaWords(approval ? t("allowed") : "", row.durationMs === undefined ? "" : duration(row.durationMs)) ?? ""}
      footer={approval?.pattern === undefined ? undefined : <ApprovalNote pattern={approval.pattern} />}
      exitCode={exitCode}
      fullOutputPath={typeof details?.fullOutputPath === "string" ? details.fullOutputPath : undefined}
      clipped={row.clipped}
      entryId={row.resultEntryId}
      onKill={stop}
    />
  );
}

/** The tool writes how the command ended behind its output. */
function splitStatus(text: string): { output: string; exitCode?: number } {
  const [status, code] = /(?:^|\n+)Command exited with code (\d+)\s*$/.exec(text) ?? [];
  const output = (status === undefined ? text : text.slice(0, -status.length)).replace(/\n+\[Showing [^\n]*\]\s*$/, "");
  return { output: output.replace(/^\(no output\)$/, ""), ...(code === undefined ? {} : { exitCode: Number(code) }) };
}
