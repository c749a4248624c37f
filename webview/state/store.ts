/** The one store of the panel: components read it with `useView`, and act through the functions below. */
import { useSyncExternalStore } from "react";
import type { ImageContent } from "../../server/protocol/message.ts";
import { command, newId, post, query } from "./host.ts";
import { initialView, type ViewState } from "./model.ts";
import { type Action, reduce } from "./reducer.ts";
import type { BashRow } from "./transcript.ts";

let view: ViewState = initialView;
const listeners = new Set<() => void>();
let scheduled = false;

/** The view now; inside components use `useView`. */
export function getView(): ViewState {
  return view;
}

/** Changes the view. Who reads it hears of it once a frame, however much changed. */
export function dispatch(action: Action): void {
  const next = reduce(view, action);
  if (next === view) return;
  view = next;
  if (scheduled) return;
  scheduled = true;
  // A hidden page has no frames, and must not fall behind.
  if (document.hidden) setTimeout(notifyAll);
  else requestAnimationFrame(notifyAll);
}

function notifyAll(): void {
  scheduled = false;
  for (const listener of [...listeners]) listener();
}

/** Calls back after each frame in which the view changed; answers with what ends it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Part of the view; the component is drawn again when that part is another value. Select, do not build. */
export function useView<T>(selector: (view: ViewState) => T): T {
  return useSyncExternalStore(subscribe, () => selector(view));
}

/** Sends a message, and shows it at once when the agent is idle. Answers with its id. */
export function sendMessage(text: string, images: ImageContent[], behavior: "steer" | "followUp"): string {
  const clientMessageId = newId();
  dispatch({ type: "sent", clientMessageId, text, images, at: Date.now() });
  post({ type: "send", clientMessageId, text, images, behavior });
  return clientMessageId;
}

/** Runs a command of the person, with a row of its own at once. */
export async function runBash(bashCommand: string, excludeFromContext: boolean): Promise<void> {
  const key = `bash:${newId()}`;
  dispatch({ type: "bashStarted", key, command: bashCommand, excludeFromContext, at: Date.now() });
  const args = { command: bashCommand, ...(excludeFromContext ? { excludeFromContext } : {}) };
  const result = await command("bash", args).catch((error: Error) => ({ error: error.message }));
  dispatch({ type: "bashEnded", key, result, at: Date.now() });
}

/** Ends a command of the person. That it has ended already is no error. */
export function killBash({ bashId }: Pick<BashRow, "bashId">): void {
  void command("abort_bash", bashId === undefined ? {} : { requestId: bashId }).catch(() => {});
}

let loading: Promise<boolean> | null = null;

/** Brings the page of entries before the oldest one here. False when there is none, or it did not come. */
export function loadOlder(limit: number): Promise<boolean> {
  loading ??= fetchOlder(limit).finally(() => {
    loading = null;
  });
  return loading;
}

async function fetchOlder(limit: number): Promise<boolean> {
  const before = view.transcript.entries[0]?.id;
  if (before === undefined || view.transcript.olderCount === 0) return false;
  try {
    dispatch({ type: "older", before, data: await query("older", { before, limit }) });
    return true;
  } catch {
    return false;
  }
}

/** Brings the whole of an entry whose large parts the host left out. */
export async function loadEntry(entryId: string): Promise<void> {
  try {
    dispatch({ type: "whole", entries: [(await query("entry", { entryId })).entry] });
  } catch (error) {
    showToast("error", (error as Error).message);
  }
}

/** Brings the whole texts of entries, as many as come in one message. Answers with their ids: none when it failed. */
export async function loadTexts(entryIds: string[]): Promise<string[]> {
  try {
    const { entries } = await query("texts", { entryIds });
    dispatch({ type: "whole", entries });
    return entries.map(({ id }) => id);
  } catch {
    return [];
  }
}

export function showToast(level: "info" | "warning" | "error", text: string): void {
  dispatch({ type: "toast", level, text });
}

/** Puts text into the composer; the person's own draft is kept and can be taken back. */
export function setComposerText(text: string, mode: "replace" | "append", reason: "fork" | "command"): void {
  dispatch({ type: "composerText", text, mode, reason });
}

export function dismissToast(id: number): void {
  dispatch({ type: "dismissToast", id });
}

export function setFindOpen(findOpen: boolean): void {
  dispatch({ type: "view", patch: { findOpen } });
}

export function setTreeOpen(treeOpen: boolean): void {
  dispatch({ type: "view", patch: { treeOpen } });
}
