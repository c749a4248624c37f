/** "2 matches inside", on a block that is folded. */
import { t } from "../../ui/l10n.ts";
import { useMatchCount } from "./matches.ts";

export function FindCount({ line }: { line: string }) {
  const count = useMatchCount(line);
  if (count === 0) return null;
  return <span className="find-count">{count === 1 ? t("1 match inside") : t("{0} matches inside", count)}</span>;
}
