/** Keeps keys out of the error texts of providers, before they are shown or stored. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { hideSecrets } from "../session/secrets.ts";

export function hideKeys(pi: ExtensionAPI): void {
  pi.on("message_end", ({ message }) => {
    if (message.role !== "assistant" || !message.errorMessage) return undefined;
    const errorMessage = hideSecrets(message.errorMessage);
    return errorMessage === message.errorMessage ? undefined : { message: { ...message, errorMessage } };
  });
}
