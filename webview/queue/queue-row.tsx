/** One queued message: its kind, its text, and on hover or focus what can be done with it. */
import { useEffect, useRef, useState } from "react";
import { focusComposer } from "../composer/store.ts";
import { IconButton } from "../ui/button.tsx";
import { useEscape } from "../ui/escape.ts";
import { focusAtEnd } from "../ui/focus-end.ts";
import { Icon } from "../ui/icon.tsx";
import { onKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { whenLeaving } from "../ui/leaving.ts";
import { changeQueued, editQueued, type Queued } from "./edit-queue.ts";
import { forgetQueueEdit, keepQueueEdit } from "./kept-edit.ts";

interface QueueRowProps {
  message: Queued;
  editing: boolean;
  onEdit: (on: boolean) => void;
  onSaved: (message: Queued) => void;
  menuOpen: boolean;
  onMenu: () => void;
}

export function QueueRow({ message, editing, onEdit, onSaved, menuOpen, onMenu }: QueueRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const steering = message.kind === "steering";
  const kind = steering ? t("Steering") : t("Follow-up");
  const when = steering ? t("Sent after the running tool") : t("Sent when this is done");
  /** The next row takes the focus of one that goes; the composer, when it was the last. */
  const leave = () => {
    const other = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    const target = other?.querySelector<HTMLElement>(".queue-text");
    if (target) target.focus();
    else focusComposer();
  };
  const remove = () => {
    leave();
    changeQueued(message, null);
  };
  const move = () => {
    leave();
    changeQueued(message, { ...message, kind: steering ? "followUp" : "steering" });
  };
  const edit = () => onEdit(true);
  return (
    <li className="strip-row queue-row" ref={row}>
      <span className="queue-kind-icon" data-hover={`${kind}: ${when}`}>
        <Icon name={steering ? "compass" : "debug-step-over"} size={14} />
      </span>
      <span className="queue-kind" data-hover={when}>
        {kind}
      </span>
      {editing ? (
        <QueueEdit message={message} onSaved={onSaved} onDone={() => onEdit(false)} />
      ) : (
        <button
          type="button"
          className="queue-text ellipsis"
          dir="auto"
          aria-label={`${kind}: ${message.text}`}
          aria-keyshortcuts="Delete M Enter"
          onClick={edit}
          onKeyDown={onKeys({ delete: remove, backspace: remove, m: move })}
        >
          {message.text}
        </button>
      )}
      {!editing && (
        <span className="strip-actions">
          <IconButton icon="edit" name={t("Edit")} keys="Enter" onClick={edit} />
          <IconButton
            icon="arrow-swap"
            name={steering ? t("Make it a follow-up") : t("Make it steering")}
            keys="M"
            onClick={move}
          />
          <IconButton icon="close" name={t("Remove")} keys="Delete" onClick={remove} />
          <IconButton
            icon="ellipsis"
            name={t("Queue options")}
            aria-expanded={menuOpen}
            aria-haspopup="dialog"
            onClick={onMenu}
          />
        </span>
      )}
    </li>
  );
}

interface QueueEditProps {
  message: Queued;
  /** Saved while it goes on. */
  onSaved: (message: Queued) => void;
  onDone: () => void;
}

function QueueEdit({ message, onSaved, onDone }: QueueEditProps) {
  const [text, setText] = useState(message.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const first = useRef(message).current;
  const edit = useRef({ saved: [first] as [Queued, ...Queued[]], text, onSaved });
  Object.assign(edit.current, { text, onSaved });
  useEffect(() => {
    focusAtEnd(field.current);
    const save = () => {
      const now = edit.current;
      const saved = editQueued(now.saved, now.text);
      if (saved) now.saved.unshift(saved);
      return saved;
    };
    const stopSaving = whenLeaving(() => {
      const saved = save();
      if (saved) edit.current.onSaved(saved);
    });
    return () => {
      stopSaving();
      forgetQueueEdit();
      // Also when the field goes because its message was sent: what was typed stays.
      save();
    };
  }, []);
  const done = (save: boolean) => {
    if (!save) edit.current.text = first.text;
    onDone();
    focusComposer();
  };
  useEscape(true, () => done(false));
  return (
    <textarea
      className="queue-edit"
      aria-label={t("Edit the queued message")}
      dir="auto"
      rows={1}
      value={text}
      ref={field}
      onChange={(event) => {
        setText(event.target.value);
        keepQueueEdit(edit.current.saved, event.target.value);
      }}
      onKeyDown={onKeys({ enter: () => done(true) })}
      onBlur={(event) => event.relatedTarget && done(true)}
    />
  );
}
