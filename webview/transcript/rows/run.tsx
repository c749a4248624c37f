/** Finished quiet rows next to each other, as one row that opens to them. */
import type { CustomRow, ToolRow } from "../../state/transcript.ts";
import { duration, integer } from "../../ui/format.ts";
import { t } from "../../ui/l10n.ts";
import { Row } from "../../ui/row.tsx";
import { FindCount } from "../find/find-count.tsx";
import { foldChoice, useFold } from "../folds.ts";
import { runWords } from "../tools/describe.ts";
import { QuietToolRow } from "../tools/quiet.tsx";
import { CustomLine } from "./custom.tsx";

interface RunLineProps {
  id: string;
  rows: readonly (ToolRow | CustomRow)[];
}

export function RunLine({ id, rows }: RunLineProps) {
  const [open, toggle] = useFold(
    id,
    rows.some((row) => foldChoice(row.key) === true),
  );
  const tools = rows.filter((row) => row.kind === "tool");
  const words = tools.length > 0 ? runWords(tools) : customWords(rows.length);
  const ms = tools.reduce((sum, row) => sum + (row.durationMs ?? 0), 0);
  return (
    <Row
      icon={words.icon}
      verb={
        <>
          <span className="wide-only">{words.long}</span>
          <span className="narrow-only">{words.short}</span>
        </>
      }
      object={open ? undefined : <FindCount line={id} />}
      meta={ms > 0 ? duration(ms) : undefined}
      open={open}
      onToggle={toggle}
      tabIndex={-1}
    >
      {rows.map((row) => (
        <div key={row.key} data-row={row.key}>
          {row.kind === "tool" ? <QuietToolRow row={row} dense /> : <CustomLine row={row} />}
        </div>
      ))}
    </Row>
  );
}

function customWords(count: number): { long: string; short: string; icon: string } {
  const words = t("{0} custom entries", integer(count));
  return { long: words, short: words, icon: "json" };
}
