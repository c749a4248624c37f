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
  /** Another one is another field: what was done in the one before cannot be undone in it. */
  fieldId: number;
  /** The person's own draft that something else replaced; can be taken back. */
  stash: Content | null;
}

let lastId = 0;
const nextId = () => {
  lastId += 1;
  return lastId;
};
const empty: Content = { text: "", images: [], pastes: [] };

export const useComposer = create<ComposerState>(() => ({
  ...empty,
  caret: { id: 0, at: 0 },
  fieldId: 0,
  stash: null,
}));

const { getState, setState } = useComposer;
let field: HTMLTextAreaElement | null = null;
/** The field is about to be replaced. */
let isReplaced = false;
/** What the next field is to have of the one it replaces. */
let passedOn: { focus: boolean; scrollTop: number } | null = null;

let isComposing = false;
/** What came from outside in the middle of a composition, which a change of the text would break. */
let held: (() => void)[] = [];

function release(): void {
  const tasks = held;
  held = [];
  for (const task of tasks) task();
}

function whenComposed(task: () => void): void {
  if (isComposing) held.push(task);
  else task();
}

/** An input method has begun to compose in the field, or has ended. */
export function setComposing(value: boolean): void {
  isComposing = value;
  // Some begin the next syllable at once; and some browsers tell of the text only after the end.
  setTimeout(() => !isComposing && release());
}

/** The composer's text field, or null while there is none. */
export function setField(element: HTMLTextAreaElement | null): void {
  // Asked as it goes: the focus may have come to it since it was replaced.
  if (!element && field && isReplaced) {
    passedOn = { focus: field === document.activeElement, scrollTop: field.scrollTop };
  }
  field = element;
  isComposing = false;
  isReplaced &&= element === null;
  if (!element || !passedOn) return;
  if (passedOn.focus) element.focus({ preventScroll: true });
  element.scrollTop = passedOn.scrollTop;
  passedOn = null;
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

/** Longer texts take the browser too long to type. */
const mostTyped = 20_000;

/**
 * Does in the field what `put` is to do next, as if it was typed: so it can be undone like anything typed. Does nothing
 * while the focus is elsewhere.
 */
function typeInField(from: number, to: number, insert: string): void {
  if (!field || field !== document.activeElement || insert.length > mostTyped || field.value !== getState().text)
    return;
  if (field.value.slice(from, to) === insert) return;
  const { scrollTop } = field;
  field.setSelectionRange(from, to);
  document.execCommand(insert === "" ? "delete" : "insertText", false, insert);
  field.scrollTop = scrollTop;
}

/**
 * Changes what stands there, with the caret at `at`. A text that was not typed in the field gets a new one: undone in
 * the old one, what was typed there before would turn up amid a text it does not belong to.
 */
function put(next: Partial<ComposerState> & { text: string }, at: number): void {
  const isOther = field !== null && field.value !== next.text;
  isReplaced ||= isOther;
  setState({ ...next, caret: { id: nextId(), at }, ...(isOther && { fieldId: nextId() }) });
}

/** Puts a text in place of what stands there, with the caret at `at` (the end when absent). */
export function setText(text: string, at = text.length): void {
  typeInField(0, getState().text.length, text);
  put({ text }, at);
}

/** Puts a whole message there: an earlier one, or a draft that comes back. Answers with what stood there. */
export function swapContent(next: Content, at = next.text.length): Content {
  const { text, images, pastes } = getState();
  typeInField(0, text.length, next.text);
  put(next, at);
  return { text, images, pastes };
}

/** Replaces `from`…`to` of the text; the caret goes behind it. */
export function replaceRange(from: number, to: number, insert: string): void {
  const { text } = getState();
  typeInField(from, to, insert);
  put({ text: text.slice(0, from) + insert + text.slice(to) }, from + insert.length);
}

/** Puts a text at the caret, with a space before it where a word ends there. */
export function insertAtCaret(insert: string): void {
  const { text } = getState();
  const from = field?.selectionStart ?? text.length;
  const gap = /\S$/.test(text.slice(0, from)) ? " " : "";
  focusComposer();
  replaceRange(from, field?.selectionEnd ?? from, gap + insert);
}

/** Takes a text from outside, after a composition that is going on; a draft it replaces is kept. */
export function takeText(message: string, images: readonly ImageContent[], mode: "replace" | "append"): void {
  whenComposed(() => takeNow(message, images, mode));
}

function takeNow(message: string, images: readonly ImageContent[], mode: "replace" | "append"): void {
  const before = getState();
  const next = contentOf(message, images);
  if (mode === "append") {
    const text = [before.text, next.text].filter((part) => part !== "").join("\n\n");
    const more = { images: [...before.images, ...next.images], pastes: [...before.pastes, ...next.pastes] };
    // Who is typing goes on where they are.
    const typesAt = field && field === document.activeElement && before.text !== "" ? field.selectionStart : undefined;
    put({ text, ...more }, typesAt ?? text.length);
    return;
  }
  const { text, images: had, pastes } = before;
  const stash = isEmpty(before) || text === next.text ? before.stash : { text, images: had, pastes };
  put({ ...next, stash }, next.text.length);
}

/** Takes the draft the host has kept, at once: a composition that is going on belongs to what it replaces. */
export function takeDraft(draft: Draft): void {
  release();
  const content = contentOf(draft.text, draft.images);
  put({ ...content, stash: null }, Math.min(draft.caret, content.text.length));
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
  focusComposer();
  if (!stash) return;
  typeInField(0, text.length, stash.text);
  put({ ...stash, stash: { text, images, pastes } }, stash.text.length);
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
  typeInField(0, getState().text.length, "");
  put(empty, 0);
}
