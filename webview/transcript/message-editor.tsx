/** A message being changed in its place: Enter sends it instead, Escape leaves it as it was. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { useEscape } from "../ui/escape.ts";
import { onKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { focusAgain, lineOf } from "./roving.ts";

interface MessageEditorProps {
  text: string;
  /** null: leave it as it was. */
  onEnd: (text: string | null) => void;
}

export function MessageEditor({ text, onEnd }: MessageEditorProps) {
  const [value, setValue] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
    const line = lineOf(element);
    return () => focusAgain(line);
  }, []);
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
        onChange={(event) => setValue(event.target.value)}
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
