/** The panel from top to bottom: transcript with what waits for an answer, strip, composer, footer. */
import "./app.css";
import type { ChatState } from "../extension/panel/messages.ts";
import { Composer } from "./composer/composer.tsx";
import { Footer } from "./footer/footer.tsx";
import { Strip } from "./queue/strip.tsx";
import { setFindOpen, setTreeOpen, useView } from "./state/store.ts";
import { hasConversation } from "./state/transcript.ts";
import { ReadOnly } from "./states/read-only.tsx";
import { Start } from "./states/start.tsx";
import { Tail } from "./states/tail.tsx";
import { Toasts } from "./states/toasts.tsx";
import { Widgets } from "./states/widgets.tsx";
import { LiveRegion } from "./ui/announce.tsx";
import { HoverHost } from "./ui/hover.tsx";
import { useGlobalKeys } from "./ui/keys.ts";
import { later } from "./ui/later.tsx";
import "./low.css";

/** Loaded beside the first snapshot: an empty panel needs no Markdown. */
const transcript = import("./transcript/transcript.tsx");
const Transcript = later(async () => (await transcript).Transcript);
const Find = later(async () => (await import("./transcript/find/find.tsx")).Find);
const Tree = later(async () => (await import("./tree/tree.tsx")).Tree);

export function App() {
  const chat = useView((view) => view.chat);
  const treeOpen = useView((view) => view.treeOpen);
  useGlobalKeys({ "mod+f": () => setFindOpen(true) });
  return (
    <div className="panel">
      {chat && treeOpen && <Tree onClose={() => setTreeOpen(false)} />}
      {chat && (
        <div className="chat" hidden={treeOpen}>
          <Conversation chat={chat} />
          <div className="column chat-foot">
            {chat.readOnly && <ReadOnly />}
            <Widgets chat={chat} placement="aboveEditor" />
            <Strip chat={chat} />
            <Composer chat={chat} />
            <Widgets chat={chat} placement="belowEditor" />
          </div>
          <div className="column">
            <Footer chat={chat} />
          </div>
        </div>
      )}
      <LiveRegion />
      <HoverHost />
    </div>
  );
}

/** The transcript, or what one can start from; find and toasts float above it. */
function Conversation({ chat }: { chat: ChatState }) {
  const hasBegun = useView((view) => hasConversation(view.transcript));
  const findOpen = useView((view) => view.findOpen);
  return (
    <div className="conversation">
      {findOpen && hasBegun && <Find />}
      {hasBegun ? (
        <Transcript>
          <Tail chat={chat} />
        </Transcript>
      ) : (
        <Start chat={chat} />
      )}
      <Toasts />
    </div>
  );
}
