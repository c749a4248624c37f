/** The menu of the queue: how messages are delivered, and clearing it. */
import type { ChatState } from "../../extension/panel/messages.ts";
import type { QueueMode } from "../../server/protocol/response.ts";
import { focusComposer } from "../composer/store.ts";
import { command } from "../state/host.ts";
import { showToast } from "../state/store.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/l10n.ts";
import { Popup } from "../ui/popup.tsx";
import { Dropdown } from "../ui/toolkit.tsx";
import { clearQueue } from "./edit-queue.ts";

export function QueueMenu({ chat, onClose }: { chat: ChatState; onClose: () => void }) {
  const options = [
    { value: "one-at-a-time", text: t("One at a time") },
    { value: "all", text: t("All at once") },
  ];
  const set = (name: "set_steering_mode" | "set_follow_up_mode") => (mode: string) => {
    command(name, { mode: mode as QueueMode }).catch((error: Error) => showToast("error", error.message));
  };
  const row = (label: string, value: QueueMode, name: "set_steering_mode" | "set_follow_up_mode") => (
    <div className="queue-mode">
      <span aria-hidden="true">{label}</span>
      <Dropdown label={label} value={value} options={options} onValue={set(name)} />
    </div>
  );
  return (
    <Popup label={t("Queue options")} className="queue-menu" onClose={onClose}>
      {row(t("Steering messages"), chat.steeringMode, "set_steering_mode")}
      {row(t("Follow-up messages"), chat.followUpMode, "set_follow_up_mode")}
      <Button
        onClick={() => {
          onClose();
          clearQueue();
          focusComposer();
        }}
      >
        {t("Clear the queue")}
      </Button>
    </Popup>
  );
}
