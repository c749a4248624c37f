/** Sending: to the model, to the shell, or back with a reason. */
import type { ChatState } from "../../extension/panel/messages.ts";
import { approvalOptions } from "../requests/approval.ts";
import { post } from "../state/host.ts";
import { getView, killBash, runBash, sendMessage } from "../state/store.ts";
import { activeViewport } from "../transcript/viewport-ref.ts";
import { joinMessage, shellCommand, slashName } from "./message.ts";
import { clearComposer, isEmpty, useComposer } from "./store.ts";

/** Why a message was not sent; the composer says so and offers what to do. */
export type Refusal = { reason: "unknownCommand"; name: string } | { reason: "noImages" };
export type Behavior = "steer" | "followUp";

/** Whether anything can be sent in this state of the chat. */
export function canSend(chat: ChatState): boolean {
  return chat.folder !== null && chat.trusted && !chat.readOnly && !needsModel(chat);
}

/** Ready, but with no model to send to. */
export function needsModel(chat: ChatState): boolean {
  return chat.agent.phase === "ready" && chat.model === null;
}

/**
 * Sends what stands in the composer and clears it. Answers with a refusal, and leaves the text, when it
 * is better asked first; `anyway` sends it all the same.
 */
export function submit(chat: ChatState, behavior: Behavior, anyway = false): Refusal | null {
  const content = useComposer.getState();
  if (isEmpty(content) || !canSend(chat)) return null;
  const text = content.text.trim();
  const shell = content.pastes.length === 0 ? shellCommand(text) : null;
  if (shell) {
    clearComposer();
    void runBash(shell.command, shell.excludeFromContext);
    activeViewport()?.toEnd();
    return null;
  }
  const name = slashName(text);
  // Before the agent is ready nobody knows its commands.
  if (
    name !== null &&
    !anyway &&
    chat.agent.phase === "ready" &&
    !chat.commands.some((command) => command.name === name)
  ) {
    return { reason: "unknownCommand", name };
  }
  if (content.images.length > 0 && !takesImages(chat)) return { reason: "noImages" };
  const message = joinMessage({ text, pastes: content.pastes.map((paste) => paste.text) });
  const images = content.images.map(({ type, data, mimeType }) => ({ type, data, mimeType }));
  clearComposer();
  sendMessage(message, images, behavior);
  // Whoever sends wants to see what comes of it.
  activeViewport()?.toEnd();
  if (behavior === "steer") denyApprovals(chat);
  return null;
}

/** What is said while Atomic asks for leave is said instead: the call is denied, the message follows it. */
function denyApprovals(chat: ChatState): void {
  for (const { request } of chat.requests) {
    if (request.method !== "select" || approvalOptions(request.options) === null) continue;
    const deny = request.options.find((option) => /^Deny\b/.test(option));
    if (deny !== undefined) post({ type: "answer", id: request.id, answer: { value: deny } });
  }
}

export function takesImages(chat: ChatState): boolean {
  return chat.model === null || chat.model.input.includes("image");
}

/** What is left of Escape when nothing is open; false when it is not to stop anything. */
export function stopRun(chat: ChatState): boolean {
  if (chat.settings.escape !== "stop") return false;
  if (chat.isStreaming) post({ type: "stop" });
  else return stopCommand();
  return true;
}

/** Ends the newest command of the person that runs; false when none does. */
function stopCommand(): boolean {
  const rows = getView().transcript.turns.flatMap((turn) => turn.rows);
  const running = rows.findLast((row) => row.kind === "bash" && row.state === "running");
  if (running?.kind !== "bash") return false;
  killBash(running);
  return true;
}

/** What plain Enter does now; Alt+Enter does the other. */
export function enterBehavior(chat: ChatState): Behavior {
  return chat.settings.enterWhileRunning;
}

export function otherBehavior(behavior: Behavior): Behavior {
  return behavior === "steer" ? "followUp" : "steer";
}
