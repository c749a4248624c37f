/** The queue above the composer: what waits to be said, as the server reports it. */
import { useState } from "react";
import type { ChatState } from "../../extension/panel/messages.ts";
import { LinkButton } from "../ui/button.tsx";
import { t } from "../ui/l10n.ts";
import { clearQueue, type Queued, queuedMessages } from "./edit-queue.ts";
import { QueueModes } from "./queue-modes.tsx";
import { QueueRow } from "./queue-row.tsx";

export function Queue({ chat }: { chat: ChatState }) {
  const [editing, setEditing] = useState<string | null>(null);
  const [modesOpen, setModesOpen] = useState(false);
  const messages = queuedMessages(chat.queue);
  if (messages.length === 0) return null;
  const keys = keysOf(messages);
  return (
    <div className="queue">
      <ul className="queue-list" aria-label={t("Queue")}>
        {messages.map((message, index) => {
          const key = keys[index] ?? "";
          return (
            <QueueRow
              key={key}
              message={message}
              queue={chat.queue}
              editing={editing === key}
              onEdit={(on) => setEditing(on ? key : null)}
            />
          );
        })}
      </ul>
      {messages.length > 1 && (
        <div className="strip-row queue-foot">
          <span className="ellipsis">{t("{0} queued", messages.length)}</span>
          <span className="strip-actions">
            <LinkButton
              className="link-quiet"
              aria-expanded={modesOpen}
              aria-haspopup="dialog"
              onClick={() => setModesOpen(!modesOpen)}
            >
              {t("Modes")}
            </LinkButton>
            <LinkButton className="link-quiet" onClick={clearQueue}>
              {t("Clear")}
            </LinkButton>
          </span>
        </div>
      )}
      {modesOpen && <QueueModes chat={chat} onClose={() => setModesOpen(false)} />}
    </div>
  );
}

/** Keys that stay with a message while others come and go; equal texts are told apart by their order. */
function keysOf(messages: readonly Queued[]): string[] {
  const seen = new Map<string, number>();
  return messages.map(({ kind, text }) => {
    const name = `${kind} ${text}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `${name} ${count}`;
  });
}
