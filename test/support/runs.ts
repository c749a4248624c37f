import { Gate } from "./gate.ts";
import type { ModelRequest } from "./model-request.ts";
import type { SharedServer } from "./shared-server.ts";

export interface HeldRun {
  /** Opens the way to the end of the answer. */
  gate: Gate;
  /** Where the record stream stood before the prompt. */
  from: number;
}

/** Starts a prompt whose answer stops half way at a gate, and waits until it streams. */
export async function startHeld({ rpc, endpoint }: SharedServer, message = "start"): Promise<HeldRun> {
  const gate = new Gate();
  endpoint.push(["part one ", { gate }, "part two"]);
  const from = rpc.mark();
  await rpc.ok("prompt", { message });
  await rpc.event("message_update", from);
  await gate.reached;
  return { gate, from };
}

/** The user texts of each request that were not in the request before. */
export function newUserTexts(requests: ModelRequest[]): string[][] {
  const users = requests.map((request) => request.conversation.filter((m) => m.role === "user").map((m) => m.text));
  return users.map((texts, i) => texts.slice(users[i - 1]?.length ?? 0));
}
