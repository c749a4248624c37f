/** Fork and clone, as buttons of a message and of a turn's foot. */
import { IconButton } from "../ui/button.tsx";
import { t } from "../ui/l10n.ts";
import { cloneFrom, forkFrom, turnOf } from "./actions.ts";

interface BranchButtonsProps {
  /** Key of the turn. */
  turn: string;
  /** Its message; without one there is nothing to fork from. */
  entryId: string | undefined;
}

export function BranchButtons({ turn, entryId }: BranchButtonsProps) {
  const clone = () => {
    const of = turnOf(turn);
    if (of) void cloneFrom(of);
  };
  return (
    <>
      {entryId !== undefined && (
        <IconButton
          icon="repo-forked"
          name={t("Fork from here")}
          keys="F"
          tabIndex={-1}
          onClick={() => void forkFrom(entryId)}
        />
      )}
      <IconButton icon="repo-clone" name={t("Clone up to here")} keys="D" tabIndex={-1} onClick={clone} />
    </>
  );
}
