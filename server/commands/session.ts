/** Protocol page, "Session" and "Commands": files, replacement, names, export; and list_sessions. */
import type { Commands } from "../rpc/dispatcher.ts";
import { exportHtml } from "../session/export.ts";
import { lastAssistantText, setSessionName } from "../session/naming.ts";
import { listSessions } from "../session/session-list.ts";
import { slashCommands } from "../session/slash-commands.ts";
import { sessionStats } from "../session/state.ts";

export const session: Commands<
  | "get_session_stats"
  | "export_html"
  | "switch_session"
  | "fork"
  | "clone"
  | "get_last_assistant_text"
  | "set_session_name"
  | "get_commands"
  | "list_sessions"
> = {
  get_session_stats: { lane: "immediate", run: (_args, { host }) => sessionStats(host.current) },
  export_html: { lane: "ordered", run: ({ outputPath }, { host }) => exportHtml(host.current, outputPath) },
  switch_session: { lane: "ordered", run: ({ sessionPath }, { host }) => host.switchSession(sessionPath) },
  fork: { lane: "ordered", run: ({ entryId }, { host }) => host.fork(entryId) },
  clone: { lane: "ordered", run: (_args, { host }) => host.clone() },
  get_last_assistant_text: { lane: "immediate", run: (_args, { host }) => ({ text: lastAssistantText(host.current) }) },
  set_session_name: {
    lane: "ordered",
    run({ name }, { host }) {
      setSessionName(host.current, name);
      return undefined;
    },
  },
  get_commands: { lane: "immediate", run: (_args, { host }) => ({ commands: slashCommands(host.current) }) },
  list_sessions: {
    lane: "immediate",
    run: async ({ scope }, { host }) => ({ sessions: await listSessions(host.current, scope ?? "folder") }),
  },
};
