/**
 * The reducer: the view before, and one message of the host or one act of the person → the view after.
 * Pure. A batch that does not follow what is there, or entries that left the path, set `needsSnapshot`;
 * the connection then asks for one.
 */
import type { ChatState, HostMessage, QueryData, SnapshotMessage } from "../../extension/panel/messages.ts";
import type { SessionEntry } from "../../server/protocol/entry.ts";
import type { ImageContent } from "../../server/protocol/message.ts";
import type { BashResult } from "../../server/protocol/response.ts";
import { bashEnded, bashStarted } from "./bash.ts";
import { TranscriptDraft } from "./draft.ts";
import { prependEntries } from "./entries.ts";
import type { Step } from "./live.ts";
import type { ComposerText, Toast, ViewState } from "./model.ts";
import { takeBatch, withComposerText, withToast } from "./records.ts";
import { replaceEntries } from "./replace.ts";
import { takeSnapshot } from "./snapshot.ts";

export type Action =
  | { type: "host"; message: SnapshotMessage | Extract<HostMessage, { type: "batch" }> }
  | { type: "sent"; clientMessageId: string; text: string; images: ImageContent[]; at: number }
  | { type: "bashStarted"; key: string; command: string; excludeFromContext: boolean; at: number }
  | { type: "bashEnded"; key: string; result: BashResult | { error: string }; at: number }
  | { type: "older"; before: string; data: QueryData["older"] }
  | { type: "whole"; entries: readonly SessionEntry[] }
  | { type: "toast"; level: Toast["level"]; text: string }
  | { type: "composerText"; text: string; mode: ComposerText["mode"]; reason: ComposerText["reason"] }
  | { type: "dismissToast"; id: number }
  | { type: "view"; patch: Partial<Pick<ViewState, "findOpen" | "treeOpen">> };

export function reduce(view: ViewState, action: Action): ViewState {
  switch (action.type) {
    case "host":
      return action.message.type === "snapshot" ? takeSnapshot(view, action.message) : takeBatch(view, action.message);
    case "sent":
      return withStep(view, (step) => sent(step, view.chat, action));
    case "bashStarted": {
      const { key, command, excludeFromContext, at } = action;
      return withStep(view, (step) => bashStarted(step, key, command, excludeFromContext, at));
    }
    case "bashEnded":
      return withStep(view, (step) => bashEnded(step, action.key, action.result, action.at));
    case "older": {
      const { entries, olderCount } = action.data;
      if (view.transcript.entries[0]?.id !== action.before) return view;
      const running = view.chat?.isStreaming ?? false;
      return { ...view, transcript: prependEntries(view.transcript, entries, olderCount, running) };
    }
    case "whole":
      return { ...view, transcript: replaceEntries(view.transcript, action.entries) };
    case "toast":
      return withToast(view, action.level, action.text);
    case "composerText": {
      const { text, mode, reason } = action;
      return withComposerText(view, { text, images: [], mode, reason });
    }
    case "dismissToast":
      return { ...view, toasts: view.toasts.filter(({ id }) => id !== action.id) };
    case "view":
      return { ...view, ...action.patch };
  }
}

function withStep(view: ViewState, change: (step: Step) => void): ViewState {
  const step: Step = { draft: new TranscriptDraft(view.transcript), live: view.live };
  change(step);
  return { ...view, transcript: step.draft.finish(), live: step.live };
}

/** A bubble at once; not while the agent runs (the queue shows it), nor for a command that says nothing. */
function sent(step: Step, chat: ChatState | null, message: Extract<Action, { type: "sent" }>): void {
  const { clientMessageId, text, images, at } = message;
  if (chat?.isStreaming || chat?.compaction || isExtensionCommand(chat, text)) return;
  const pending = { clientMessageId, accepted: false };
  step.draft.openTurn({ kind: "user", key: `sent:${clientMessageId}`, at, text, images, pending });
}

function isExtensionCommand(chat: ChatState | null, text: string): boolean {
  const name = /^\/(\S+)/.exec(text)?.[1];
  return chat?.commands.some((command) => command.source === "extension" && command.name === name) ?? false;
}
