/** Protocol page, "Bash". Nothing waits for these, and they wait for nothing. */
import { DirectBash } from "../bash/direct-bash.ts";
import type { Commands } from "../rpc/dispatcher.ts";
import type { SessionHost } from "../session/host.ts";

const ofHost = new WeakMap<SessionHost, DirectBash>();

function directBash(host: SessionHost): DirectBash {
  const known = ofHost.get(host) ?? new DirectBash(host);
  ofHost.set(host, known);
  return known;
}

export const bash: Commands<"bash" | "abort_bash"> = {
  bash: {
    lane: "immediate",
    run({ command, excludeFromContext = false }, { host, id, emit }) {
      return directBash(host).run({
        id,
        command,
        excludeFromContext,
        onDelta: (channel, delta) =>
          emit({ type: "bash_execution_update", ...(id === undefined ? {} : { id }), channel, delta }),
      });
    },
  },
  abort_bash: {
    lane: "immediate",
    run({ requestId }, { host }) {
      directBash(host).abort(requestId);
      return undefined;
    },
  },
};
