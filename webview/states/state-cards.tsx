/** States of the chat that need a word: the agent, a retry, a compaction. One card each, at the end of the transcript. */
import type { ChatState } from "../../extension/panel/messages.ts";
import { AgentCard } from "./agent-card.tsx";
import { CompactionCard, RetryCard } from "./progress-cards.tsx";

export function StateCards({ chat }: { chat: ChatState }) {
  return (
    <>
      {chat.retry && <RetryCard chat={chat} retry={chat.retry} />}
      {chat.compaction && <CompactionCard chat={chat} />}
      <AgentCard chat={chat} />
    </>
  );
}
