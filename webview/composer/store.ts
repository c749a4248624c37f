/** What stands in the composer. The panel's other parts put texts here; the host keeps it as the draft. */
import { create } from "zustand";
import type { Draft } from "../../extension/panel/messages.ts";
import type { ImageContent } from "../../server/protocol/message.ts";
import { joinMessage, splitMessage } from "./message.ts";

export interface ComposerImage extends ImageContent {
  id: number;
}
export interface Paste {
  id: number;
  text: string;
}
export interface Content {
  text: string;
  images: ComposerImage[];
  pastes: Paste[];
}
interface ComposerState extends Content {
  /** The caret of the last change from outside; `id` grows with each. */
  caret: { id: number; at: number };
  /** The person's own draft that something else replaced; can be taken back. */
  stash: Content | null;
}

let lastId = 0;
const nextId = () => {
  lastId += 1;
  return lastId;
};
const empty: Content = { text: "", images: [], pastes: [] };

export const useComposer = create<ComposerState>(() => ({ ...empty, caret: { id: 0, at: 0 }, stash: null }));

const { getState, setState } = useComposer;
let field: HTMLTextAreaElement | null = null;

/** The composer's text field, or null while there is none. */
export function setField(element: HTMLTextAreaElement | null): void {
  field = element;
}

export function focusComposer(): void {
  field?.focus();
}

export function isEmpty({ text, images, pastes }: Content): boolean {
  return text.trim() === "" && images.length === 0 && pastes.length === 0;
}

/** What the person typed: the caret is where they left it. */
export function typeText(text: string): void {
  setState({ text });
}

/** A message as the composer shows it: its pastes are chips again. */
export function contentOf(message: string, images: readonly ImageContent[]): Content {
  const { text, pastes } = splitMessage(message);
  return {
    text,
    pastes: pastes.map((paste) => ({ id: nextId(), text: paste })),
    images: images.map(({ type, data, mimeType }) => ({ type, data, mimeType, id: nextId() })),
  };
}

/** Puts a text in place of what stands there, with the caret at `at` (the end when absent). */
export function setText(text: string, at = text.length): void {
  setState({ text, caret: { id: nextId(), at } });
}

/** Puts a whole message there: an earlier one, or a draft that comes back. Answers with what stood there. */
export function swapContent(next: Content, at = next.text.length): Content {
  const { text, images, pastes } = getState();
  setState({ ...next, caret: { id: nextId(), at } });
  return { text, images, pastes };
}

/** Replaces `from`…`to` of the text; the caret goes behind it. */
export function replaceRange(from: number, to: number, insert: string): void {
  const { text } = getState();
  setText(text.slice(0, from) + insert + text.slice(to), from + insert.length);
}

/** Puts a text at the caret, with a space before it where a word ends there. */
export function insertAtCaret(insert: string): void {
  const { text } = getState();
  const from = field?.selectionStart ?? text.length;
  const gap = /\S$/.test(text.slice(0, from)) ? " " : "";
  replaceRange(from, field?.selectionEnd ?? from, gap + insert);
  focusComposer();
}

/** Takes a text from outside; a draft it replaces is kept. */
export function takeText(message: string, images: readonly ImageContent[], mode: "replace" | "append"): void {
  const before = getState();
  const next = contentOf(message, images);
  if (mode === "append") {
    const text = [before.text, next.text].filter((part) => part !== "").join("\n\n");
    const more = { images: [...before.images, ...next.images], pastes: [...before.pastes, ...next.pastes] };
    // Who is typing goes on where they are.
    const typesAt = field && field === document.activeElement && before.text !== "" ? field.selectionStart : undefined;
    setState({ text, ...more, caret: { id: nextId(), at: typesAt ?? text.length } });
    return;
  }
  const { text, images: had, pastes } = before;
  const stash = isEmpty(before) || text === next.text ? before.stash : { text, images: had, pastes };
  setState({ ...next, stash, caret: { id: nextId(), at: next.text.length } });
}

/** Takes the draft the host has kept. */
export function takeDraft(draft: Draft): void {
  const content = contentOf(draft.text, draft.images);
  setState({ ...content, stash: null, caret: { id: nextId(), at: Math.min(draft.caret, content.text.length) } });
}

/** The draft as the host keeps it. */
export function draftOf(content: Content): Draft {
  const { text, images, pastes } = content;
  return {
    text: joinMessage({ text, pastes: pastes.map((paste) => paste.text) }),
    caret: Math.min(field?.selectionStart ?? text.length, text.length),
    images: images.map(({ type, data, mimeType }) => ({ type, data, mimeType })),
  };
}

/** Brings the replaced draft back; what stands there now takes its place. */
export function swapStash(): void {
  const { stash, text, images, pastes } = getState();
  if (stash) setState({ ...stash, stash: { text, images, pastes }, caret: { id: nextId(), at: stash.text.length } });
  focusComposer();
}

export function dropStash(): void {
  setState({ stash: null });
}

export function addImages(images: readonly ImageContent[]): void {
  setState(({ images: had }) => ({ images: [...had, ...images.map((image) => ({ ...image, id: nextId() }))] }));
}

export function addPaste(text: string): void {
  setState(({ pastes }) => ({ pastes: [...pastes, { id: nextId(), text }] }));
}

/** Removes an image or a paste. */
export function removeAttachment(id: number): void {
  setState(({ images, pastes }) => ({
    images: images.filter((image) => image.id !== id),
    pastes: pastes.filter((paste) => paste.id !== id),
  }));
}

export function clearComposer(): void {
  setState({ ...empty, caret: { id: nextId(), at: 0 } });
}
