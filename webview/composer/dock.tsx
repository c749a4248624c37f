/** Everything below the transcript: toasts, widgets, strip, composer, footer. Takes the keys that hold everywhere. */
import "./dock.css";
import type { ChatState } from "../../extension/panel/messages.ts";
import { Footer } from "../footer/footer.tsx";
import { Strip } from "../queue/strip.tsx";
import { post } from "../state/host.ts";
import { ReadOnly } from "../states/read-only.tsx";
import { Toasts } from "../states/toasts.tsx";
import { Widgets } from "../states/widgets.tsx";
import { closeNewest } from "../ui/escape.ts";
import { useGlobalKeys } from "../ui/keys.ts";
import { Composer } from "./composer.tsx";

export function Dock({ chat }: { chat: ChatState }) {
  useGlobalKeys({ escape: () => closeNewest() || stop(chat) });
  return (
    <div className="dock">
      <Toasts />
      <div className="column">
        {chat.readOnly && <ReadOnly />}
        <Widgets chat={chat} placement="aboveEditor" />
        <Strip chat={chat} />
        <Composer chat={chat} />
        <Widgets chat={chat} placement="belowEditor" />
        <Footer chat={chat} />
      </div>
    </div>
  );
}

/** What is left of Escape when nothing is open; false when it is not to stop anything. */
function stop(chat: ChatState): boolean {
  if (!chat.isStreaming || chat.settings.escape !== "stop") return false;
  post({ type: "stop" });
  return true;
}
