/** Earlier messages by ArrowUp at the start of the text; the draft comes back by ArrowDown. */
import { useRef } from "react";
import { getView } from "../state/store.ts";
import { sentMessages } from "./sent-messages.ts";
import { type Content, contentOf, swapContent, useComposer } from "./store.ts";

interface Browsing {
  messages: string[];
  index: number;
  /** The text as it stands in the composer while it is the recalled message. */
  shown: string;
  draft: Content;
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
    return state && state.shown === useComposer.getState().text ? state : null;
  };
  const show = (state: Omit<Browsing, "shown">) => {
    const content = contentOf(state.messages[state.index] ?? "", []);
    browsing.current = { ...state, shown: content.text };
    swapContent(content, 0);
  };
  return {
    older(field) {
      if (field.selectionStart !== 0 || field.selectionEnd !== 0) return false;
      const state = current() ?? {
        messages: sentMessages(getView().transcript),
        index: -1,
        draft: draftNow(),
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
        swapContent(state.draft);
      }
      return true;
    },
  };
}

function draftNow(): Content {
  const { text, images, pastes } = useComposer.getState();
  return { text, images, pastes };
}
