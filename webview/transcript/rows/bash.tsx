/** A command of the person. */
import { killBash } from "../../state/store.ts";
import type { BashRow } from "../../state/transcript.ts";
import { duration } from "../../ui/format.ts";
import { t } from "../../ui/l10n.ts";
import { CommandCard } from "../tools/command-card.tsx";

export function BashLine({ row }: { row: BashRow }) {
  const aside = row.excludeFromContext ? t("not in context") : "";
  const time = row.durationMs === undefined ? "" : duration(row.durationMs);
  return (
    <CommandCard
      id={row.key}
      label={t("Shell")}
      title={t("Shell")}
      command={row.command}
      output={row.output}
      state={row.state}
      startedAt={row.at}
      meta={[aside, time].filter(Boolean).join(" · ")}
      exitCode={row.exitCode}
      fullOutputPath={row.fullOutputPath}
      clipped={row.clipped}
      entryId={row.entryId}
      onKill={() => killBash(row)}
    />
  );
}
