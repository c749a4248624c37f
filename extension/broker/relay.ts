import type { CommandArgs, CommandName } from "../../server/protocol/command.ts";
import type { ResponseData } from "../../server/protocol/response.ts";
import type { Chat } from "./chat.ts";
import { named, type StatePatch } from "./facts.ts";

/**
 * Runs a command that changes facts of the chat and takes the change over at once, without waiting for an
 * event that not every server sends.
 */
export async function relay<N extends CommandName>(
  chat: Chat,
  name: N,
  args: CommandArgs<N>,
): Promise<ResponseData[N]> {
  await chat.link.start();
  if (name === "bash") return runBash(chat, args as CommandArgs<"bash">) as Promise<ResponseData[N]>;
  const data = await chat.link.request(name, args);
  const patch = patchOf(chat, name, args as Record<string, unknown>, data);
  if (patch) chat.patch(patch);
  await afterwards(chat, name);
  const text = name === "navigate_tree" ? (data as ResponseData["navigate_tree"]).editorText : undefined;
  if (text) chat.emit({ kind: "composer", text, mode: "replace", reason: "fork" });
  return data;
}

function patchOf(chat: Chat, name: CommandName, args: Record<string, unknown>, data: unknown): StatePatch | undefined {
  const { state } = chat;
  switch (name) {
    case "set_steering_mode":
      return { steeringMode: args.mode as CommandArgs<"set_steering_mode">["mode"] };
    case "set_follow_up_mode":
      return { followUpMode: args.mode as CommandArgs<"set_follow_up_mode">["mode"] };
    case "set_auto_compaction":
      return { autoCompaction: args.enabled === true };
    case "set_session_name":
      return state.session ? { session: named(state.session, String(args.name).trim()) } : undefined;
    case "set_model":
      return { model: data as ResponseData["set_model"] };
    case "cycle_thinking_level":
      return data ? { thinkingLevel: (data as { level: ChatLevel }).level } : undefined;
    default:
      return undefined;
  }
}
type ChatLevel = Chat["state"]["thinkingLevel"];

async function afterwards(chat: Chat, name: CommandName): Promise<void> {
  switch (name) {
    case "set_model":
    case "cycle_model":
      return chat.sync.modelChanged();
    case "set_thinking_level":
    case "cycle_thinking_level":
      await chat.sync.state();
      return chat.sync.newEntries();
    case "navigate_tree":
    case "compact":
      await chat.sync.newEntries();
      return chat.sync.stats();
    case "set_label":
    case "set_session_name":
      return chat.sync.newEntries();
    case "logout_provider":
    case "login_provider":
      await chat.sync.modelList();
      return chat.sync.modelChanged();
  }
}

/** A direct command: its output streams under an id that the panel learns, with the command, before the first delta. */
async function runBash(chat: Chat, args: CommandArgs<"bash">): Promise<ResponseData["bash"]> {
  const id = chat.link.newId();
  chat.bashStarted(id, args.command);
  try {
    return await chat.link.request("bash", args, id);
  } finally {
    await chat.sync.newEntries();
    chat.bashEnded(id);
  }
}
