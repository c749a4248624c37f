/** What became of a request, as one quiet row of the transcript. */
import type { AnswerRow } from "../state/transcript.ts";
import { t } from "../ui/l10n.ts";
import { plainText } from "../ui/plain.ts";
import { Row } from "../ui/row.tsx";
import { parseTitle } from "./title.ts";

export function Answered({ row }: { row: AnswerRow }) {
  const { outcome } = row;
  const text =
    outcome.kind === "answered"
      ? plainText(outcome.text)
      : outcome.kind === "lapsed"
        ? t("No answer in {0} s", outcome.seconds).replace(/ (?=s$)/, "\u00a0")
        : t("Cancelled");
  return (
    <div className="answered">
      <Row
        icon={outcome.kind === "answered" ? "check" : "circle-slash"}
        verb={
          <>
            <bdi>{parseTitle(row.title).heading}</bdi> <bdi className="answered-text">{text}</bdi>
          </>
        }
      />
    </div>
  );
}
