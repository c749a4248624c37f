/** Which commands can be run now: facts of the current chat, and the conditions of package.json read against them. */
import { isBusy } from "./broker/state.ts";
import type { ChatState } from "./panel/messages.ts";

export type ContextFacts = Readonly<Record<string, boolean>>;

/** The `atomic.*` context keys, by which commands are offered or greyed. */
export function contextFacts(state: ChatState): ContextFacts {
  const ready = state.agent.phase === "ready";
  return {
    "atomic.hasFolder": state.folder !== null,
    "atomic.trusted": state.trusted,
    "atomic.ready": ready,
    "atomic.busy": isBusy(state),
    "atomic.idle": ready && !isBusy(state) && !state.readOnly,
    "atomic.hasMessages": (state.stats?.totalMessages ?? 0) > 0,
    "atomic.hasQueue": state.queue.steering.length + state.queue.followUp.length > 0,
    "atomic.retrying": state.retry !== null,
    "atomic.hasModels": state.models.length > 0,
    "atomic.canThink": state.thinkingLevels.length > 1,
    "atomic.hasChanges": state.changes.length > 0,
    "atomic.readOnly": state.readOnly,
    "atomic.waiting": state.requests.length > 0,
    "atomic.hasApproval": state.approval !== null,
    "atomic.canNavigate": state.extras.includes("navigate_tree"),
    "atomic.canLabel": state.extras.includes("set_label"),
  };
}

/** True when an `enablement` of package.json, a plain `a && !b`, holds. Keys that are not ours count as true. */
export function isEnabled(enablement: string | undefined, facts: ContextFacts): boolean {
  return (enablement ?? "").split("&&").every((part) => {
    const term = part.trim();
    const value = facts[term.replace(/^!/, "")];
    return value === undefined || value !== term.startsWith("!");
  });
}

export interface ContributedCommand {
  command: string;
  title: string;
  icon?: string;
  enablement?: string;
}

/** The part of package.json that says what the palette holds. */
export interface Palette {
  commands: readonly ContributedCommand[];
  menus: { commandPalette: readonly { command: string; when?: string }[] };
}

/** The commands that the palette offers now, in the manifest's order. Those for a row or the panel only are no part of it. */
export function offeredCommands({ commands, menus }: Palette, facts: ContextFacts): ContributedCommand[] {
  const hidden = new Set(menus.commandPalette.filter(({ when }) => when === "false").map(({ command }) => command));
  return commands.filter(({ command, enablement }) => !hidden.has(command) && isEnabled(enablement, facts));
}
