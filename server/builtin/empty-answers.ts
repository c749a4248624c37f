/**
 * An answer without anything in it, for which no token was counted, is a provider in trouble: it becomes an error
 * that is tried again like an overloaded provider's.
 */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** The words by which the SDK knows an error that passes. */
const EMPTY = "The provider returned an error: its answer was empty";

export function retryEmptyAnswers(pi: ExtensionAPI): void {
  pi.on("message_end", ({ message }) => {
    if (message.role !== "assistant" || message.stopReason !== "stop" || message.usage.output > 0) return undefined;
    const empty = message.content.every((part) => part.type === "text" && part.text.trim() === "");
    return empty ? { message: { ...message, stopReason: "error" as const, errorMessage: EMPTY } } : undefined;
  });
}
