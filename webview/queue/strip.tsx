/** The strip on top of the composer: changed files, then the queue. */
import "./strip.css";
import type { ChatState } from "../../extension/panel/messages.ts";
import { Changes } from "./changes.tsx";
import { Queue } from "./queue.tsx";

export function Strip({ chat }: { chat: ChatState }) {
  const queued = chat.queue.steering.length + chat.queue.followUp.length;
  if (queued === 0 && chat.changes.length === 0) return null;
  return (
    <div className="strip">
      <Changes changes={chat.changes} />
      <Queue chat={chat} />
    </div>
  );
}
