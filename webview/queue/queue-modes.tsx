/** How queued messages are delivered: one at a time, or all at once. */
import type { ChatState } from "../../extension/panel/messages.ts";
import type { QueueMode } from "../../server/protocol/response.ts";
import { command } from "../state/host.ts";
import { showToast } from "../state/store.ts";
import { t } from "../ui/l10n.ts";
import { Popup } from "../ui/popup.tsx";
import { Dropdown } from "../ui/toolkit.tsx";

export function QueueModes({ chat, onClose }: { chat: ChatState; onClose: () => void }) {
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
    <Popup label={t("Queue modes")} className="queue-modes" onClose={onClose}>
      {row(t("Steering messages"), chat.steeringMode, "set_steering_mode")}
      {row(t("Follow-up messages"), chat.followUpMode, "set_follow_up_mode")}
    </Popup>
  );
}
