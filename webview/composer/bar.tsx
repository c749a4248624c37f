/** The bar under the text: attach, model, thinking … context, then what sends or stops. */
import { useState } from "react";
import type { ChatState } from "../../extension/panel/messages.ts";
import { post } from "../state/host.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { t } from "../ui/l10n.ts";
import { ContextMeter } from "./context-meter.tsx";
import { ModelPicker } from "./model-picker.tsx";
import { type Behavior, canSend, enterBehavior } from "./send.ts";
import { focusComposer, isEmpty, useComposer } from "./store.ts";
import { ThinkingPicker } from "./thinking-picker.tsx";

export type OpenPopup = "model" | "thinking" | "context" | null;

export interface PopupProps {
  chat: ChatState;
  open: boolean;
  onToggle: () => void;
  onClose: () => void;
}

export function Bar({ chat, onSend }: { chat: ChatState; onSend: (behavior: Behavior) => void }) {
  const [open, setOpen] = useState<OpenPopup>(null);
  const empty = useComposer(isEmpty);
  const queueing = chat.isStreaming && !empty;
  const popup = (name: OpenPopup): PopupProps => ({
    chat,
    open: open === name,
    onToggle: () => setOpen(open === name ? null : name),
    onClose: () => {
      setOpen(null);
      focusComposer();
    },
  });
  return (
    <div className={queueing ? "bar bar-queueing" : "bar"}>
      <IconButton
        icon="add"
        name={t("Attach")}
        disabled={!canSend(chat)}
        onClick={() => post({ type: "action", action: "pickImages" })}
      />
      <ModelPicker {...popup("model")} />
      {chat.thinkingLevels.length > 1 && <ThinkingPicker {...popup("thinking")} />}
      <span className="bar-space" />
      <ContextMeter {...popup("context")} />
      {queueing && <QueueButtons chat={chat} onSend={onSend} />}
      {chat.isStreaming ? <StopButton /> : <SendButton chat={chat} empty={empty} onSend={onSend} />}
    </div>
  );
}

function SendButton({
  chat,
  empty,
  onSend,
}: {
  chat: ChatState;
  empty: boolean;
  onSend: (behavior: Behavior) => void;
}) {
  const ready = !empty && canSend(chat);
  return (
    <IconButton
      className={ready ? "bar-square bar-send" : "bar-square"}
      icon="send"
      mirror
      name={t("Send")}
      keys="Enter"
      disabled={!ready}
      onClick={() => onSend(enterBehavior(chat))}
    />
  );
}

function StopButton() {
  return (
    <IconButton
      className="bar-square bar-stop"
      icon="debug-stop"
      name={t("Stop")}
      keys="Escape"
      onClick={() => post({ type: "stop" })}
    />
  );
}

function QueueButtons({ chat, onSend }: { chat: ChatState; onSend: (behavior: Behavior) => void }) {
  const enter = enterBehavior(chat);
  const button = (behavior: Behavior, name: string, icon: string) => {
    const primary = behavior === enter;
    return (
      <Button
        key={behavior}
        kind={primary ? "primary" : "secondary"}
        className="queue-button"
        icon={icon}
        aria-label={name}
        data-hover={name}
        data-keys={primary ? "Enter" : "Alt+Enter"}
        onClick={() => onSend(behavior)}
      >
        <span className="wide-only">{name}</span>
      </Button>
    );
  };
  return (
    <>
      {button("followUp", t("Follow up"), "debug-step-over")}
      {button("steer", t("Steer"), "compass")}
    </>
  );
}
