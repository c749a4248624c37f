/** The composer: text, attachments, popups and the bar of buttons. */
import "./composer.css";
import "./popups.css";
import { useEffect, useRef, useState } from "react";
import type { ChatState } from "../../extension/panel/messages.ts";
import { closeNewest } from "../ui/escape.ts";
import { useGlobalKeys, useStrayText } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { Attachments } from "./attachments.tsx";
import { Bar } from "./bar.tsx";
import { CompletionPopup } from "./completion-popup.tsx";
import { useDraft } from "./drafts.ts";
import { takeFiles, takePaste } from "./input-data.ts";
import { MessageField } from "./message-field.tsx";
import { Notices } from "./notices.tsx";
import { type Behavior, enterBehavior, otherBehavior, type Refusal, stopRun, submit } from "./send.ts";
import { clearComposer, focusComposer, setText, useComposer } from "./store.ts";
import { useCompletion } from "./use-completion.ts";

export function Composer({ chat }: { chat: ChatState }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const completion = useCompletion(chat);
  const text = useComposer((state) => state.text);
  useDraft();
  useGlobalKeys({ escape: () => closeNewest() || stopRun(chat) });

  useStrayText(focusComposer);

  // A refusal is about the text as it was.
  const refusedText = useRef(text);
  useEffect(() => {
    if (text !== refusedText.current) setRefusal(null);
  }, [text]);

  const send = (behavior: Behavior, anyway = false) => {
    refusedText.current = useComposer.getState().text;
    setProblem(null);
    // Only in a field with the focus can it be undone that the message is gone.
    focusComposer();
    setRefusal(submit(chat, behavior, anyway));
  };
  const enter = enterBehavior(chat);
  const runCommand = (name: string) => {
    setText(`/${name}`);
    send(enter);
  };
  const refuse = {
    sendAnyway: () => send(enter, true),
    remove: () => {
      clearComposer();
      setRefusal(null);
      focusComposer();
    },
    dismiss: () => {
      setRefusal(null);
      setProblem(null);
    },
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files; the Attach button does the same by keyboard
    <div
      className="composer-frame"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!chat.readOnly) void takeFiles(event.dataTransfer, chat).then(setProblem);
      }}
    >
      <CompletionPopup completion={completion} onRun={runCommand} />
      <Notices chat={chat} refusal={refusal} problem={problem} actions={refuse} />
      <div className={chat.readOnly ? "composer composer-read-only" : "composer"}>
        <Attachments />
        <MessageField
          chat={chat}
          completion={completion}
          onRun={runCommand}
          onSend={() => send(enter)}
          onSendOther={() => send(otherBehavior(enter))}
          onPaste={(event) => {
            if (chat.readOnly) return;
            if (takePaste(event.clipboardData)) event.preventDefault();
            else if (event.clipboardData.files.length > 0 && event.clipboardData.getData("text/plain") === "") {
              event.preventDefault();
              void takeFiles(event.clipboardData, chat).then(setProblem);
            }
          }}
        />
        <Bar chat={chat} onSend={send} />
      </div>
      <span className="visually-hidden" id="composer-help">
        {t("@ mentions a file, / runs a command, ! runs in the shell")}
      </span>
    </div>
  );
}
