/** What the agent's tools changed in this chat: counts, then each file. */
import { useId, useState } from "react";
import type { ChatState } from "../../extension/panel/messages.ts";
import { post } from "../state/host.ts";
import { LinkButton } from "../ui/button.tsx";
import { integer, splitPath } from "../ui/format.ts";
import { Chevron, Icon } from "../ui/icon.tsx";
import { t } from "../ui/l10n.ts";

type Change = ChatState["changes"][number];

export function Changes({ changes }: { changes: readonly Change[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (changes.length === 0) return null;
  const total = (key: "added" | "removed") => changes.reduce((sum, change) => sum + change[key], 0);
  const one = changes.length === 1;
  return (
    <div className="changes">
      <div className="strip-row">
        <Icon name="diff-multiple" size={14} />
        <span className="wide-only ellipsis" id={id}>
          {one ? t("1 file changed") : t("{0} files changed", changes.length)}
        </span>
        <span className="narrow-only ellipsis">{one ? t("1 file") : t("{0} files", changes.length)}</span>
        <Counts added={total("added")} removed={total("removed")} />
        <span className="strip-actions">
          <span className="link-undo">
            <LinkButton
              className="link-quiet strip-link"
              onClick={() => post({ type: "action", action: "undoChanges" })}
            >
              {t("Undo")}
            </LinkButton>
          </span>
          <LinkButton
            className="link-quiet strip-link"
            onClick={() => post({ type: "action", action: "reviewChanges" })}
          >
            {t("Review")}
          </LinkButton>
          <button
            type="button"
            className="icon-button"
            aria-expanded={open}
            aria-label={t("Changed files")}
            onClick={() => setOpen(!open)}
          >
            <Chevron open={open} />
          </button>
        </span>
      </div>
      {open && (
        <>
          <ul className="changes-files" aria-label={t("Changed files")}>
            {changes.map((change) => (
              <ChangedFile key={change.path} change={change} />
            ))}
          </ul>
          <p className="changes-note muted">{t("By the edit and write tools. What commands change is not listed.")}</p>
        </>
      )}
    </div>
  );
}

function ChangedFile({ change }: { change: Change }) {
  const [name, directory] = splitPath(change.path);
  return (
    <li className="strip-row">
      <LinkButton className="ellipsis" onClick={() => post({ type: "openDiff", path: change.path })}>
        <bdi>{name}</bdi>
      </LinkButton>
      <bdi className="muted ellipsis wide-only">{directory}</bdi>
      <span className="strip-actions">
        <Counts added={change.added} removed={change.removed} />
      </span>
    </li>
  );
}

function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="changes-count number">
      {added > 0 && <span className="added">+{integer(added)}</span>}
      {removed > 0 && <span className="removed">−{integer(removed)}</span>}
    </span>
  );
}
