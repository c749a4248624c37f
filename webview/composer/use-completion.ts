/** State of the `@` and `/` popups: what is asked for, what is offered, what is highlighted. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { ChatState, MentionItem } from "../../extension/panel/messages.ts";
import type { SlashCommand } from "../../server/protocol/response.ts";
import { query } from "../state/host.ts";
import { useFuzzy } from "../ui/fuzzy.ts";
import { stepIndex } from "../ui/option-list.tsx";
import { type Trigger, triggerAt } from "./completion.ts";
import { replaceRange, useComposer } from "./store.ts";

export interface OfferedCommand {
  command: SlashCommand;
  positions?: ReadonlySet<number> | undefined;
}

export interface Completion {
  trigger: Trigger;
  mentions: readonly MentionItem[];
  commands: readonly OfferedCommand[];
  active: number;
  count: number;
}

export interface CompletionControl {
  /** null: nothing is being completed. */
  open: Completion | null;
  /** Looks at the text around the caret again. */
  look(caret: number): void;
  close(): void;
  step(by: number): void;
  /** Puts an item into the text, with `after` behind it. */
  acceptMention(item: MentionItem, after: string): void;
  acceptCommand(command: SlashCommand): void;
}

export const commandSources = ["extension", "prompt", "skill"] as const;

/** Where a command comes from; a source this panel does not know counts as a command. */
export function sourceOf({ source }: SlashCommand): SlashCommand["source"] {
  return commandSources.includes(source) ? source : "extension";
}

function useMentions(trigger: Trigger | null): readonly MentionItem[] {
  const [items, setItems] = useState<readonly MentionItem[]>([]);
  const wanted = trigger?.kind === "mention" ? trigger.query : null;
  const latest = useRef(wanted);
  latest.current = wanted;
  useEffect(() => {
    if (wanted === null) return setItems([]);
    query("mentions", { text: wanted }).then(
      (data) => latest.current === wanted && setItems(data?.items ?? []),
      () => latest.current === wanted && setItems([]),
    );
  }, [wanted]);
  return wanted === null ? [] : items;
}

export function useCompletion(chat: ChatState): CompletionControl {
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [active, setActive] = useState(0);
  /** The trigger that was closed by hand stays closed until its word is left. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const search = useFuzzy();
  const mentions = useMentions(trigger);
  const commands = useMemo(() => {
    if (trigger?.kind !== "command") return [];
    const found = search(chat.commands, (command) => command.name, trigger.query);
    return found
      .map(({ item, positions }) => ({ command: item, positions }))
      .sort((a, b) => commandSources.indexOf(sourceOf(a.command)) - commandSources.indexOf(sourceOf(b.command)));
  }, [trigger, chat.commands, search]);

  const count = trigger?.kind === "mention" ? mentions.length : commands.length;
  const open =
    trigger && count > 0 && closedAt !== trigger.from ? { trigger, mentions, commands, active, count } : null;
  const close = () => {
    setClosedAt(trigger?.from ?? null);
    setActive(0);
  };
  return {
    open,
    close,
    look(caret) {
      const next = triggerAt(useComposer.getState().text, caret);
      if (next?.kind !== trigger?.kind || next?.from !== trigger?.from || next?.query !== trigger?.query) setActive(0);
      if (next?.from !== closedAt) setClosedAt(null);
      setTrigger(next);
    },
    step: (by) => setActive(stepIndex(active, by, count)),
    acceptMention(item, after) {
      if (!trigger) return;
      replaceRange(trigger.from, trigger.to, `@${item.insert}${after}`);
      setTrigger(null);
      setActive(0);
    },
    acceptCommand(command) {
      if (!trigger) return;
      const { text } = useComposer.getState();
      const after = /^\s/.test(text.slice(trigger.to)) ? "" : " ";
      replaceRange(trigger.from, trigger.to, `/${command.name}${after}`);
      setTrigger(null);
      setActive(0);
    },
  };
}
