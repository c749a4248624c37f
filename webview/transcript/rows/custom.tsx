/** What agent extensions put into the session, and what this panel has no drawing for. */
import type { ImageContent, TextContent } from "../../../server/protocol/message.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { imagesOf, textOf } from "../../state/rows.ts";
import type { CustomRow, UnknownRow } from "../../state/transcript.ts";
import { Card } from "../../ui/card.tsx";
import { t } from "../../ui/l10n.ts";
import { plainText } from "../../ui/plain.ts";
import { Row } from "../../ui/row.tsx";
import { ClippedNote } from "../clipped.tsx";
import { DataTree, Whole } from "../data-tree.tsx";
import { useFold, wholeOf } from "../folds.ts";
import { Pictures } from "../pictures.tsx";

export function CustomLine({ row }: { row: CustomRow }) {
  return row.content === null ? <CustomState row={row} /> : <CustomMessage row={row} content={row.content} />;
}

function CustomState({ row }: { row: CustomRow }) {
  const [open, toggle] = useFold(row.key, false);
  return (
    <Row icon="json" verb={t("Custom entry")} object={row.customType} open={open} onToggle={toggle} tabIndex={-1}>
      <WholeTree row={row} />
      <ClippedNote bytes={row.clipped} entryId={row.entryId} />
    </Row>
  );
}

function CustomMessage({ row, content }: { row: CustomRow; content: string | (TextContent | ImageContent)[] }) {
  const [open, toggle] = useFold(row.key, true);
  return (
    <Card icon="json" name={row.customType} open={open} onToggle={toggle} tabIndex={-1}>
      <div className="card-text">
        <Markdown text={plainText(textOf(content))} />
        <Pictures images={imagesOf(content)} entryId={row.entryId} />
        <ClippedNote bytes={row.clipped} entryId={row.entryId} />
      </div>
    </Card>
  );
}

const unknownVerbs = {
  event: () => t("Unknown event"),
  entry: () => t("Unknown entry"),
  block: () => t("Unknown block"),
  role: () => t("Unknown message"),
};

function WholeTree({ row }: { row: CustomRow | UnknownRow }) {
  const [whole] = useFold(wholeOf(row.key), false);
  return (
    <Whole value={whole}>
      <DataTree value={row.data} />
    </Whole>
  );
}

export function UnknownLine({ row }: { row: UnknownRow }) {
  const [open, toggle] = useFold(row.key, false);
  return (
    <Row icon="json" verb={unknownVerbs[row.what]()} object={row.name} open={open} onToggle={toggle} tabIndex={-1}>
      <WholeTree row={row} />
      <ClippedNote bytes={row.clipped} entryId={row.entryId} />
    </Row>
  );
}
