/** Protocol page, "State": get_state, get_messages; and what a server says of itself. */
import type { Commands } from "../rpc/dispatcher.ts";
import { capabilities } from "../session/capabilities.ts";
import { sessionState } from "../session/state.ts";
import { wireMessages } from "../session/wire.ts";

export const state: Commands<"get_state" | "get_messages" | "get_capabilities"> = {
  get_state: { lane: "immediate", run: (_args, { host }) => sessionState(host.current) },
  get_messages: {
    lane: "immediate",
    run: (_args, { host }) => ({ messages: wireMessages(host.current.sdk.messages) }),
  },
  get_capabilities: { lane: "immediate", run: () => capabilities() },
};
