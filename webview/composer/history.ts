/** Earlier messages by ArrowUp at the start of the text; the draft comes back by ArrowDown. */
import { useRef } from "react";
import { getView } from "../state/store.ts";
import type { Transcript } from "../state/transcript.ts";
import { setText, useComposer } from "./store.ts";

/** Messages of the person, newest first, each once. */
export function sentMessages(transcript: Transcript): string[] {
  const texts = new Set<string>();
  for (let at = transcript.turns.length - 1; at >= 0; at -= 1) {
    const first = transcript.turns[at]?.rows[0];
    if (first?.kind === "user" && first.text.trim() !== "") texts.add(first.text);
  }
  return [...texts];
}

interface Browsing {
  messages: string[];
  index: number;
  draft: string;
}

/** The two key handlers; each says false when the key is to move the caret as usual. */
export function useHistory(): {
  older(field: HTMLTextAreaElement): boolean;
  newer(field: HTMLTextAreaElement): boolean;
} {
  const browsing = useRef<Browsing | null>(null);

  /** Browsing ends when the text is edited. */
  const current = () => {
    const state = browsing.current;
    return state && state.messages[state.index] === useComposer.getState().text ? state : null;
  };
  const show = (state: Browsing) => {
    browsing.current = state;
    setText(state.messages[state.index] ?? "", 0);
  };
  return {
    older(field) {
      if (field.selectionStart !== 0 || field.selectionEnd !== 0) return false;
      const state = current() ?? {
        messages: sentMessages(getView().transcript),
        index: -1,
        draft: useComposer.getState().text,
      };
      if (state.index + 1 >= state.messages.length) return current() !== null;
      show({ ...state, index: state.index + 1 });
      return true;
    },
    newer(field) {
      const state = current();
      const atEdge = field.selectionStart === 0 || field.selectionStart === field.value.length;
      if (!state || !atEdge || field.selectionStart !== field.selectionEnd) return false;
      if (state.index > 0) {
        show({ ...state, index: state.index - 1 });
      } else {
        browsing.current = null;
        setText(state.draft);
      }
      return true;
    },
  };
}
