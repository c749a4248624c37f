/** Where the label of a message is typed: Enter keeps it, Escape leaves it as it was. */
import { useEffect, useRef, useState } from "react";
import { useEscape } from "../ui/escape.ts";
import { onKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { focusAgain, lineOf } from "./roving.ts";

interface LabelFieldProps {
  label: string;
  /** null: leave it as it was. */
  onEnd: (label: string | null) => void;
}

export function LabelField({ label, onEnd }: LabelFieldProps) {
  const [text, setText] = useState(label);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const line = lineOf(field.current);
    field.current?.select();
    return () => focusAgain(line);
  }, []);
  useEscape(true, () => onEnd(null));
  const keys = onKeys({ enter: () => onEnd(text), escape: () => onEnd(null) });
  return (
    <input
      ref={field}
      className="label-field"
      aria-label={t("Label")}
      placeholder={t("Label")}
      maxLength={80}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={keys}
      onBlur={() => onEnd(null)}
    />
  );
}
