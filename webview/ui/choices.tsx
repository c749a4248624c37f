/** A short list of answers: arrows move, digits and Enter pick; each one is a button named after it. */
import "./choices.css";
import { type ReactNode, useRef, useState } from "react";
import { type KeyBindings, onKeys } from "./keys.ts";
import { KeyLabel } from "./popup.tsx";

export interface Choice {
  text: string;
  /** Beside it, in the editor's font. */
  detail?: ReactNode;
}

interface ChoicesProps {
  label: string;
  choices: readonly Choice[];
  onPick: (index: number) => void;
  /** More keys that hold while the list has the focus. */
  keys?: KeyBindings;
}

export function Choices({ label, choices, onPick, keys }: ChoicesProps) {
  const [marked, setMarked] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const move = (to: number) => {
    const next = (to + choices.length) % choices.length;
    setMarked(next);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  const digits: KeyBindings = {};
  choices.slice(0, 9).forEach((_, index) => {
    digits[String(index + 1)] = () => onPick(index);
  });
  const bindings: KeyBindings = {
    ...keys,
    ...digits,
    arrowdown: () => move(marked + 1),
    arrowup: () => move(marked - 1),
    home: () => move(0),
    end: () => move(choices.length - 1),
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own layout
    <div className="choices" role="group" aria-label={label} ref={list} onKeyDown={onKeys(bindings)}>
      {choices.map((choice, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: two answers may read the same; the list never changes
          key={index}
          type="button"
          className={index === marked ? "choice choice-marked" : "choice"}
          tabIndex={index === marked ? 0 : -1}
          aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
          onFocus={() => setMarked(index)}
          onClick={() => onPick(index)}
        >
          <span className="choice-text" dir="auto">
            {choice.text}
          </span>
          {choice.detail !== undefined && <span className="choice-detail mono ellipsis">{choice.detail}</span>}
          {index < 9 && (
            <span className="choice-key" aria-hidden="true">
              <KeyLabel keys={String(index + 1)} />
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
