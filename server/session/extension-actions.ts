/** What agent-extension commands may do with sessions: `ctx.newSession`, `ctx.fork` and their like. */
import type { ExtensionCommandContextActions } from "@earendil-works/pi-coding-agent";
import type { SessionHost } from "./host.ts";
import { cloneSession, forkSession, newSession, type Prepare, switchSession } from "./replacement.ts";

type Actions = ExtensionCommandContextActions;
type WithSession = NonNullable<Parameters<Actions["newSession"]>[0]>["withSession"];

/** The actions of the session that is current when they are called. */
export function extensionActions(host: () => SessionHost): Actions {
  const afterwards = async (cancelled: boolean, withSession: WithSession): Promise<{ cancelled: boolean }> => {
    if (!cancelled) await withSession?.(host().current.sdk.createReplacedSessionContext());
    return { cancelled };
  };
  return {
    waitForIdle: () => host().current.sdk.waitForIdle(),
    async newSession(options) {
      const setup = options?.setup;
      const prepare: Prepare = setup
        ? async (session) => {
            session.store.writer?.opened();
            await setup(session.store.manager);
            session.sdk.refreshContext();
          }
        : undefined;
      const { cancelled } = await host().replace((one) => newSession(one, options?.parentSession, prepare));
      return afterwards(cancelled, options?.withSession);
    },
    async fork(entryId, options) {
      const work = options?.position === "at" ? cloneSession : (one: SessionHost) => forkSession(one, entryId);
      const { cancelled } = await host().replace((one) => work(one));
      return afterwards(cancelled, options?.withSession);
    },
    async switchSession(path, options) {
      const { cancelled } = await host().replace((one) => switchSession(one, path));
      return afterwards(cancelled, options?.withSession);
    },
    async navigateTree(targetId, options) {
      const { cancelled } = await host().current.sdk.navigateTree(targetId, options);
      return { cancelled };
    },
    reload: () => host().current.sdk.reload(),
  };
}
