/** What the view reads: the host's state, the transcript, and what is the panel's own. */
import type { ChatState, ShownDraft } from "../../extension/panel/messages.ts";
import type { ImageContent } from "../../server/protocol/message.ts";
import { idleLive, type Live } from "./live.ts";
import { emptyTranscript, type Transcript } from "./transcript.ts";

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
  /** The draft the host keeps for this session; `id` grows when the composer is to take it over. */
  draft: { id: number; value: ShownDraft } | null;
  focusRequest: { id: number; target: "composer" | "find" | "tree" | "request" } | null;
  findOpen: boolean;
  treeOpen: boolean;
  /** The last record taken in, and whether a snapshot was asked for because one is missing. */
  seq: number;
  needsSnapshot: boolean;
  /** What the reducer alone reads. */
  live: Live;
  lastId: number;
}

export const initialView: ViewState = {
  chat: null,
  transcript: emptyTranscript,
  toasts: [],
  composerText: null,
  draft: null,
  focusRequest: null,
  findOpen: false,
  treeOpen: false,
  seq: 0,
  needsSnapshot: false,
  live: idleLive,
  lastId: 0,
};
