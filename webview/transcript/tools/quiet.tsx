/** Tools that only look, as one line: the file or the words looked for, and how much was found. */
import { post } from "../../state/host.ts";
import { imagesOf } from "../../state/rows.ts";
import type { ToolRow } from "../../state/transcript.ts";
import { LinkButton } from "../../ui/button.tsx";
import { splitPath } from "../../ui/format.ts";
import { plainText } from "../../ui/plain.ts";
import { Row } from "../../ui/row.tsx";
import { ClippedNote } from "../clipped.tsx";
import { FindCount } from "../find/find-count.tsx";
import { useFold, wholeOf } from "../folds.ts";
import { Pictures } from "../pictures.tsx";
import { failureReason, quietWords, readRange, resultText, stateText } from "./describe.ts";

export function QuietToolRow({ row, dense = false }: { row: ToolRow; dense?: boolean }) {
  const [open, toggle] = useFold(row.key, false);
  const { icon, verb, object, meta } = quietWords(row);
  const busy = row.state === "running" || row.state === "waiting";
  const failed = row.state === "failed";
  return (
    <Row
      icon={busy ? "loading" : failed ? "error" : row.state === "stopped" ? "circle-slash" : icon}
      tone={failed ? "error" : undefined}
      spin={busy}
      verb={
        <>
          {verb} <span className="visually-hidden">{stateText(row.state)}</span>
        </>
      }
      object={
        row.name === "read" && !failed ? (
          <ReadLink row={row} />
        ) : (
          <Found text={row.name === "read" ? splitPath(object)[0] : object} row={row} open={open} />
        )
      }
      reason={failed ? failureReason(row) : undefined}
      meta={meta}
      dense={dense}
      open={open}
      onToggle={busy ? undefined : toggle}
      tabIndex={-1}
    >
      <QuietBody row={row} />
    </Row>
  );
}

function Found({ text, row, open }: { text: string; row: ToolRow; open: boolean }) {
  return (
    <>
      {plainText(text)} {!open && <FindCount line={row.key} />}
    </>
  );
}

function ReadLink({ row }: { row: ToolRow }) {
  const { path, line, endLine } = readRange(row);
  const [name] = splitPath(plainText(path));
  const place = line === undefined ? "" : endLine === undefined ? `:${line}` : `:${line}–${endLine}`;
  const open = () =>
    post({
      type: "openFile",
      path,
      ...(line === undefined ? {} : { line }),
      ...(endLine === undefined ? {} : { endLine }),
    });
  return (
    <LinkButton tabIndex={-1} data-hover={path} onClick={open} disabled={path === ""}>
      <bdi>
        {name}
        {place}
      </bdi>
    </LinkButton>
  );
}

/** Lines of a result drawn at once. */
const SHOWN = 200;

function QuietBody({ row }: { row: ToolRow }) {
  const [whole] = useFold(wholeOf(row.key), false);
  const text = plainText(resultText(row.result));
  const lines = text.split("\n");
  const images = imagesOf(row.result?.content ?? []);
  return (
    <div className="quiet-body">
      {text !== "" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
        <pre tabIndex={0}>{lines.length > SHOWN && !whole ? `${lines.slice(0, SHOWN).join("\n")}\n…` : text}</pre>
      )}
      <Pictures images={images} entryId={row.resultEntryId} />
      <ClippedNote bytes={row.clipped} entryId={row.resultEntryId} />
    </div>
  );
}
