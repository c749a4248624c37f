/** Answers requests that are no conversation: the planning of a compaction wants line ranges and nothing else. */
import type { Conversation } from "../conversation.ts";
import type { Reply } from "../stream.ts";

const NUMBERED = /^(\d+)→/gm;

/** Gives up the middle third of the numbered lines; a request without any gets one plain sentence. */
export function planScene({ request }: Conversation): Reply {
  const last = Number([...request.matchAll(NUMBERED)].at(-1)?.[1] ?? 0);
  if (last < 3) return { parts: [{ type: "text", text: "A short summary by the demo model." }] };
  const start = Math.floor(last / 3) + 1;
  return { parts: [{ type: "text", text: `${start},${Math.floor((last * 2) / 3)}` }] };
}
