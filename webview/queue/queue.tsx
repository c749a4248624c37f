/** The queue above the composer: what waits to be said, as the server reports it. */
import { useEffect, useState } from "react";
import type { ChatState } from "../../extension/panel/messages.ts";
import { t } from "../ui/l10n.ts";
import { type Queued, queuedMessages } from "./edit-queue.ts";
import { saveKeptEdit } from "./kept-edit.ts";
import { QueueMenu } from "./queue-menu.tsx";
import { QueueRow } from "./queue-row.tsx";

export function Queue({ chat }: { chat: ChatState }) {
  /** The keys that the message being edited may have: when its text is saved, the queue tells of it a moment later. */
  const [editing, setEditing] = useState<readonly string[]>([]);
  const [menuOpen, setMenuOpen] = useState(false);
  const messages = queuedMessages(chat.queue);
  useEffect(saveKeptEdit, []);
  if (messages.length === 0) return null;
  const keys = keysOf(messages);
  const edited = editing.find((key) => keys.includes(key));
  return (
    <div className="queue">
      <ul className="queue-list" aria-label={t("Queue")}>
        {messages.map((message, index) => {
          const key = keys[index] ?? "";
          return (
            <QueueRow
              // The field stays when its text is saved, which changes the key.
              key={key === edited ? "edited" : key}
              message={message}
              editing={key === edited}
              onEdit={(on) => setEditing(on ? [key] : [])}
              onSaved={(saved) => setEditing([keysOf(messages.with(index, saved))[index] ?? "", ...editing])}
              menuOpen={menuOpen}
              onMenu={() => setMenuOpen(!menuOpen)}
            />
          );
        })}
      </ul>
      {menuOpen && <QueueMenu chat={chat} onClose={() => setMenuOpen(false)} />}
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
