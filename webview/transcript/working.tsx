/** The line under a running turn that says it is alive. It stands where the foot will be. */
import { useView } from "../state/store.ts";
import type { ToolRow, Turn } from "../state/transcript.ts";
import { splitPath } from "../ui/format.ts";
import { t } from "../ui/l10n.ts";
import { isQuietTool, isShellTool, textArgument } from "./tools/describe.ts";

export function WorkingLine({ turn }: { turn: Turn }) {
  // Something else says it then: a request that waits, a retry, a compaction.
  const isSaid = useView(
    ({ chat }) => !chat || chat.requests.length > 0 || chat.retry !== null || chat.compaction !== null,
  );
  const words = isSaid ? "" : workingWords(turn);
  return (
    <div className={isSaid ? "working working-said" : "working"}>
      {words !== "" && <span className="shimmer">{words}</span>}
    </div>
  );
}

function workingWords(turn: Turn): string {
  const last = turn.rows.at(-1);
  if (last?.kind === "thinking" && last.streaming) return "";
  const running = turn.rows.findLast((row): row is ToolRow => row.kind === "tool" && row.state === "running");
  return running ? toolWords(running) : t("Working…");
}

const commands: [RegExp, () => string][] = [
  [/\b(test|tests|vitest|jest|pytest|mocha)\b/, () => t("Running tests…")],
  [/\b(install|add|ci)\b/, () => t("Installing packages…")],
  [/\b(build|compile|make|tsc)\b/, () => t("Building…")],
];

function toolWords(row: ToolRow): string {
  if (isShellTool(row)) {
    const command = textArgument(row, "command");
    return commands.find(([pattern]) => pattern.test(command))?.[1]() ?? t("Running a command…");
  }
  const [file] = splitPath(textArgument(row, "path", "file_path"));
  if (row.name === "edit" || row.name === "write") return t("Changing {0}…", file);
  return isQuietTool(row) ? t("Looking…") : t("Running {0}…", row.name);
}
