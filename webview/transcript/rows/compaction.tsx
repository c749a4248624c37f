/** A compaction: a hairline and a quiet row that opens to the text that is kept. */
import type { CompactionRow } from "../../state/transcript.ts";
import { integer, tokens } from "../../ui/format.ts";
import { t } from "../../ui/l10n.ts";
import { Row } from "../../ui/row.tsx";
import { ClippedNote } from "../clipped.tsx";
import { FindCount } from "../find/find-count.tsx";
import { useFold } from "../folds.ts";

export function CompactionLine({ row }: { row: CompactionRow }) {
  const [open, toggle] = useFold(row.key, false);
  return (
    <div className="compaction">
      <Row
        icon="fold"
        verb={t("Compacted")}
        object={<Counts row={row} open={open} />}
        open={open}
        onToggle={toggle}
        tabIndex={-1}
      >
        <KeptText text={row.summary} />
        <ClippedNote bytes={row.clipped} entryId={row.entryId} />
      </Row>
    </div>
  );
}

function Counts({ row, open }: { row: CompactionRow; open: boolean }) {
  const { stats, tokensBefore } = row;
  const found = open ? null : <FindCount line={row.key} />;
  if (!stats) {
    return (
      <span className="compaction-counts number">
        {t("{0} tokens", tokens(tokensBefore))} {found}
      </span>
    );
  }
  const inTokens = `${tokens(stats.tokensBefore)} → ${tokens(stats.tokensAfter)}`;
  const inLines = `${integer(stats.linesBefore)} → ${integer(stats.linesKept)}`;
  return (
    <span className="compaction-counts number">
      <span className="wide-only">{t("{0} lines, {1} tokens", inLines, inTokens)}</span>
      <span className="narrow-only">{inTokens}</span> {found}
    </span>
  );
}

const marker = /^\(filtered (\d+) lines\)$/;

/** The kept lines; what was left out between them says how much it was. */
function KeptText({ text }: { text: string }) {
  const parts: { at: number; text: string; filtered?: number }[] = [];
  text.split("\n").forEach((line, at) => {
    const [, count] = marker.exec(line) ?? [];
    const last = parts.at(-1);
    if (count !== undefined) parts.push({ at, text: "", filtered: Number(count) });
    else if (last && last.filtered === undefined) last.text += `\n${line}`;
    else parts.push({ at, text: line });
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
    <div className="kept-text mono-block" tabIndex={0}>
      {parts.map((part) =>
        part.filtered === undefined ? (
          <div key={part.at}>{part.text}</div>
        ) : (
          <div key={part.at} className="muted">
            {t("{0} lines filtered", integer(part.filtered))}
          </div>
        ),
      )}
    </div>
  );
}
