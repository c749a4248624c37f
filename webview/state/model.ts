/** What the view reads: the host's state, the transcript, and what is the panel's own. */
import type { ChatState } from "../../extension/panel/messages.ts";
import type { ImageContent } from "../../server/protocol/message.ts";
import type { Transcript } from "./transcript.ts";

export interface Toast {
  id: number;
  level: "info" | "warning" | "error";
  text: string;
}
/** Text put into the composer from outside; `id` grows so that the same text can come twice. */
export interface ComposerText {
  id: number;
  text: string;
  images: ImageContent[];
  mode: "replace" | "append";
  reason: "server" | "queue" | "fork" | "command" | "refused";
}
export interface ViewState {
  /** null until the first snapshot. */
  chat: ChatState | null;
  transcript: Transcript;
  toasts: Toast[];
  composerText: ComposerText | null;
  focusRequest: { id: number; target: "composer" | "find" | "tree" | "request" } | null;
  findOpen: boolean;
  treeOpen: boolean;
}
