/** A message being changed in its place: Enter sends it instead, Escape leaves it as it was. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { useEscape } from "../ui/escape.ts";
import { focusAtEnd } from "../ui/focus-end.ts";
import { onKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { focusAgain, lineOf } from "./roving.ts";

interface MessageEditorProps {
  text: string;
  /** It comes back with its view: the focus stays where it is. */
  isBack: boolean;
  onChange: (text: string) => void;
  /** null: leave it as it was. */
  onEnd: (text: string | null) => void;
}

export function MessageEditor({ text, isBack, onChange, onEnd }: MessageEditorProps) {
  const [value, setValue] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = field.current;
    if (!isBack) focusAtEnd(element);
    const line = lineOf(element);
    return () => focusAgain(line);
  }, [isBack]);
  const cancel = () => onEnd(null);
  useEscape(true, cancel);
  const send = () => (value.trim() === "" ? false : onEnd(value));
  return (
    <div className="message-editor">
      <textarea
        ref={field}
        aria-label={t("Edit message")}
        value={value}
        dir="auto"
        onChange={(event) => {
          setValue(event.target.value);
          onChange(event.target.value);
        }}
        onKeyDown={onKeys({ enter: send, escape: cancel })}
      />
      <div className="button-row">
        <Button kind="primary" onClick={send} disabled={value.trim() === ""}>
          {t("Send")}
        </Button>
        <Button onClick={cancel}>{t("Cancel")}</Button>
      </div>
    </div>
  );
}
