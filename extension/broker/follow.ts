import type { RpcEvent } from "../../server/protocol/event.ts";
import type { IdleWatch } from "./idle.ts";
import type { RequestLedger } from "./requests.ts";
import type { SessionSync } from "./sync.ts";

interface Followers {
  requests: RequestLedger;
  idle: IdleWatch;
  sync: SessionSync;
}

/** What an event makes the host do, beyond showing it: ask for what has settled, notice that a run is over. */
export function follow(event: RpcEvent, { requests, idle, sync }: Followers): void {
  switch (event.type) {
    case "agent_start":
      idle.runStarted();
      break;
    case "agent_end":
      requests.endRun();
      idle.runEnded(event.willRetry ?? false);
      break;
    case "agent_settled":
      idle.settled();
      break;
    case "auto_retry_end":
      if (!event.success) idle.runEnded(false);
      break;
    case "message_end":
      if (event.message.role === "assistant") void sync.stats();
      void sync.newEntries();
      break;
    case "compaction_end":
      idle.runEnded(event.willRetry);
      void sync.stats();
      void sync.newEntries();
      break;
    case "entry_appended":
      void sync.newEntries();
      break;
    case "model_changed":
      void sync.modelChanged();
      break;
  }
}
