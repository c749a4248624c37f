/** Protocol page, "Prompting": prompt, steer, follow_up, abort, clear_queue, new_session. */
import type { Commands, Lane } from "../rpc/dispatcher.ts";
import type { SessionHost } from "../session/host.ts";

/** While a compaction holds the ordered lane, what is to be queued is queued at once. */
const unlessCompacting = (_args: unknown, host: SessionHost): Lane =>
  host.current.sdk.isCompacting ? "immediate" : "ordered";

export const prompting: Commands<"prompt" | "steer" | "follow_up" | "abort" | "clear_queue" | "new_session"> = {
  prompt: {
    lane: (args, host) => (args.streamingBehavior ? unlessCompacting(args, host) : "ordered"),
    async run({ message, images, streamingBehavior }, call) {
      const { current, prompting } = call.host;
      // A command of an agent extension may wait for a person, and so may a handler that asks something
      // before the prompt is accepted: nothing else waits for these.
      if (prompting.isExtensionCommand(message)) call.release();
      const stop = current.dialogs.onOpen(call.release);
      try {
        const options = { ...(images ? { images } : {}), ...(streamingBehavior ? { streamingBehavior } : {}) };
        await prompting.prompt(message, options, () => call.respond());
      } finally {
        stop();
      }
    },
  },
  steer: {
    lane: unlessCompacting,
    run: ({ message, images }, { host }) => host.prompting.steer(message, images) as Promise<undefined>,
  },
  follow_up: {
    lane: unlessCompacting,
    run: ({ message, images }, { host }) => host.prompting.followUp(message, images) as Promise<undefined>,
  },
  abort: {
    lane: "immediate",
    run: (_args, { host }) => host.prompting.abort() as Promise<undefined>,
  },
  clear_queue: {
    lane: "immediate",
    run: (_args, { host }) => host.prompting.clearQueue(),
  },
  new_session: {
    lane: "ordered",
    run: ({ parentSession }, { host }) => host.newSession(parentSession),
  },
};
