/** Protocol page, "Queue modes". A mode holds for the process; `persist` saves it. */
import type { Commands } from "../rpc/dispatcher.ts";

export const queueModes: Commands<"set_steering_mode" | "set_follow_up_mode"> = {
  set_steering_mode: {
    lane: "ordered",
    run({ mode, persist }, { host }) {
      host.setup.settings.steeringMode = mode;
      host.current.sdk.agent.steeringMode = mode;
      if (persist) host.current.services.settingsManager.setSteeringMode(mode);
      return undefined;
    },
  },
  set_follow_up_mode: {
    lane: "ordered",
    run({ mode, persist }, { host }) {
      host.setup.settings.followUpMode = mode;
      host.current.sdk.agent.followUpMode = mode;
      if (persist) host.current.services.settingsManager.setFollowUpMode(mode);
      return undefined;
    },
  },
};
