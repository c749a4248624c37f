/** Protocol page, "Retry". The switch holds for the process; `persist` saves it. */
import type { Commands } from "../rpc/dispatcher.ts";

export const retry: Commands<"set_auto_retry" | "abort_retry"> = {
  set_auto_retry: {
    lane: "ordered",
    run({ enabled, persist }, { host }) {
      host.setup.settings.autoRetry = enabled;
      if (persist) host.current.services.settingsManager.setRetryEnabled(enabled);
      return undefined;
    },
  },
  abort_retry: {
    lane: "immediate",
    run(_args, { host }) {
      host.current.sdk.abortRetry();
      return undefined;
    },
  },
};
