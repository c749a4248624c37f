/** Protocol page, "Thinking": set_thinking_level, cycle_thinking_level, get_available_thinking_levels. */
import type { Commands } from "../rpc/dispatcher.ts";
import { setThinkingLevel } from "../session/thinking.ts";

export const thinking: Commands<"set_thinking_level" | "cycle_thinking_level" | "get_available_thinking_levels"> = {
  set_thinking_level: {
    lane: "ordered",
    run: ({ level, persist }, { host }) => setThinkingLevel(host.current, level, persist === true),
  },
  cycle_thinking_level: {
    lane: "ordered",
    run(_args, { host }) {
      host.current.assertWritable();
      const level = host.current.sdk.cycleThinkingLevel();
      return level ? { level } : null;
    },
  },
  get_available_thinking_levels: {
    lane: "immediate",
    run: (_args, { host }) => ({ levels: host.current.sdk.getAvailableThinkingLevels() }),
  },
};
