/** Protocol page, "Compaction"; and abort_compaction. The switch holds for the process; `persist` saves it. */
import type { Commands } from "../rpc/dispatcher.ts";
import { wireCompactionResult } from "../session/compaction-result.ts";

export const compaction: Commands<"compact" | "set_auto_compaction" | "abort_compaction"> = {
  compact: {
    lane: "ordered",
    async run(_args, { host }) {
      const { current, prompting } = host;
      current.assertWritable();
      // The SDK ends a run that is under way; what it waits for would otherwise hold it.
      await prompting.started();
      current.dialogs.cancelAll();
      try {
        return wireCompactionResult(await current.sdk.compact());
      } finally {
        prompting.resumeQueue();
      }
    },
  },
  set_auto_compaction: {
    lane: "ordered",
    run({ enabled, persist }, { host }) {
      host.setup.settings.autoCompaction = enabled;
      if (persist) host.current.services.settingsManager.setCompactionEnabled(enabled);
      return undefined;
    },
  },
  abort_compaction: {
    lane: "immediate",
    run(_args, { host }) {
      host.current.sdk.abortCompaction();
      return undefined;
    },
  },
};
