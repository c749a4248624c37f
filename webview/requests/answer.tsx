/** The part of a request that answers it: options, yes and no, a field, an area. */
import type { ExtensionUIAnswer } from "../../extension/panel/messages.ts";
import type { ExtensionUIDialog } from "../../server/protocol/extension-ui.ts";
import { Button } from "../ui/button.tsx";
import { Choices } from "../ui/choices.tsx";
import { onKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { plainText } from "../ui/plain.ts";
import { TextArea, TextField } from "../ui/toolkit.tsx";
import { approvalOptions } from "./approval.ts";
import { parseTitle } from "./title.ts";

interface AnswerProps {
  request: ExtensionUIDialog;
  text: string;
  onText: (text: string) => void;
  onAnswer: (answer: ExtensionUIAnswer) => void;
}

export function Answer({ request, text, onText, onAnswer }: AnswerProps) {
  switch (request.method) {
    case "select":
      return <SelectAnswer request={request} onAnswer={onAnswer} />;
    case "confirm":
      return <ConfirmAnswer onAnswer={onAnswer} />;
    case "input":
    case "editor":
      return <TextAnswer request={request} text={text} onText={onText} onAnswer={onAnswer} />;
    default:
      // A method this panel does not know: it can only be cancelled.
      return <Button onClick={() => onAnswer({ cancelled: true })}>{t("Cancel")}</Button>;
  }
}

type Dialog<M extends ExtensionUIDialog["method"]> = Extract<ExtensionUIDialog, { method: M }>;

function SelectAnswer({ request, onAnswer }: { request: Dialog<"select">; onAnswer: AnswerProps["onAnswer"] }) {
  const approval = approvalOptions(request.options);
  const choices = request.options.map((option, index) => {
    const known = approval?.[index];
    const text = plainText(known?.text ?? option);
    return known?.pattern === undefined ? { text } : { text, detail: plainText(known.pattern) };
  });
  return (
    <div className={choices.length > 9 ? "request-many" : undefined}>
      <Choices
        label={t("Answers")}
        choices={choices}
        onPick={(index) => onAnswer({ value: request.options[index] ?? "" })}
        keys={{ escape: () => onAnswer({ cancelled: true }) }}
      />
    </div>
  );
}

function ConfirmAnswer({ onAnswer }: { onAnswer: AnswerProps["onAnswer"] }) {
  const yes = () => onAnswer({ confirmed: true });
  const no = () => onAnswer({ confirmed: false });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside
    <div className="button-row" onKeyDown={onKeys({ y: yes, n: no, escape: () => onAnswer({ cancelled: true }) })}>
      <Button kind="primary" aria-keyshortcuts="Y" onClick={yes}>
        {t("Yes")}
      </Button>
      <Button aria-keyshortcuts="N" onClick={no}>
        {t("No")}
      </Button>
    </div>
  );
}

function TextAnswer({
  request,
  text,
  onText,
  onAnswer,
}: AnswerProps & { request: Dialog<"input"> | Dialog<"editor"> }) {
  const label = parseTitle(request.title).heading;
  const submit = () => onAnswer({ value: text });
  const cancel = () => onAnswer({ cancelled: true });
  const field = { label, value: text, onValue: onText };
  return (
    <>
      {request.method === "input" ? (
        <TextField
          {...field}
          placeholder={request.placeholder === undefined ? undefined : plainText(request.placeholder)}
          keys={{ enter: submit, escape: cancel }}
        />
      ) : (
        <TextArea {...field} keys={{ "mod+enter": submit, escape: cancel }} />
      )}
      <div className="button-row">
        <Button kind="primary" onClick={submit}>
          {request.method === "input" ? t("Submit") : t("Save")}
        </Button>
        <Button onClick={cancel}>{t("Cancel")}</Button>
      </div>
    </>
  );
}
