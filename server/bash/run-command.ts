import type { BashResult } from "../protocol/response.ts";
import { OutputCollector } from "./output.ts";
import { OutputFile } from "./output-file.ts";
import { PlainText } from "./plain-text.ts";
import { type Channel, runShell, type ShellRun } from "./shell.ts";
import { sessionTempFolder, userTempFolder } from "./temp-folder.ts";

/** Runs the command and resolves with its exit code; rejects when it cannot be started. */
export type Execute = (onData: (channel: Channel, bytes: Uint8Array) => void) => Promise<number | null>;

export interface CommandRun {
  execute: Execute;
  /** Whose folder a long output goes to. */
  sessionId: string;
  signal: AbortSignal;
  /** Told each piece of plain text, in the order observed; never an empty one. */
  onDelta(channel: Channel, delta: string): void;
}

/**
 * Runs one direct bash command (protocol page, "Bash"): the text of both channels as it comes, and the result, cut to
 * its end when it is long. Rejects only when the command could not be started.
 */
export async function runCommand({ execute, sessionId, signal, onDelta }: CommandRun): Promise<BashResult> {
  const collector = new OutputCollector(() => {
    const folder = sessionTempFolder(userTempFolder(), sessionId);
    return folder === undefined ? undefined : OutputFile.create(folder);
  });
  const channels: Record<Channel, PlainText> = { stdout: new PlainText(), stderr: new PlainText() };
  const put = (channel: Channel, text: string) => {
    if (text === "") return;
    collector.add(text);
    onDelta(channel, text);
  };
  let exitCode: number | null = null;
  try {
    if (!signal.aborted) exitCode = await execute((channel, bytes) => put(channel, channels[channel].push(bytes)));
  } catch (error) {
    if (!signal.aborted) {
      collector.finish();
      throw error;
    }
  }
  put("stdout", channels.stdout.end());
  put("stderr", channels.stderr.end());
  const output = collector.finish();
  const cancelled = signal.aborted;
  const code = cancelled || exitCode === null ? {} : { exitCode };
  return { output: output.output, ...code, cancelled, truncated: output.truncated, ...pathOf(output) };
}

function pathOf({ fullOutputPath }: { fullOutputPath?: string | null }): { fullOutputPath?: string | null } {
  return fullOutputPath === undefined ? {} : { fullOutputPath };
}

/** A command in the shell of this machine. */
export function inShell(run: Omit<ShellRun, "onData">): Execute {
  return (onData) => runShell({ ...run, onData });
}
