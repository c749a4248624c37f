/** `npm start -- --prompt "…"`: one prompt through the built server, the answer streamed to the terminal. */
import { styleText } from "node:util";
import { type ServerProcess, spawnServer } from "../../server/client/spawn.ts";
import type { RpcEvent } from "../../server/protocol/event.ts";
import { builtServer } from "../../test/support/built-server.ts";
import { buildIfStale } from "../stale.ts";
import { demoArguments } from "./demo-model.ts";

/**
 * Runs the prompt in `workspace`, with the default model or `model`. The answer goes to stdout; thinking, tool calls
 * and errors to stderr. Resolves with the exit code.
 */
export async function runPrompt(prompt: string, workspace: string, model: string | undefined): Promise<number> {
  buildIfStale();
  const chosen = model ? ["--model", model] : await demoArguments(workspace);
  const args = [builtServer(), "--mode", "rpc", "--no-session", ...chosen];
  const server = spawnServer({ command: process.execPath, args, cwd: workspace });
  const settled = Promise.withResolvers<void>();
  let failed = false;
  server.client.onRecord((record) => {
    // Nobody is here to answer, so a dialog takes its refusal.
    if (record.type === "extension_ui_request") server.client.answer(record.id, { cancelled: true });
    else {
      failed = show(record) || failed;
      if (record.type === "agent_settled") settled.resolve();
    }
  });
  try {
    await server.client.command("prompt", { message: prompt });
    await Promise.race([settled.promise, untimelyEnd(server)]);
    return failed ? 1 : 0;
  } catch (error) {
    aside("red", `${error instanceof Error ? error.message : error}\n`);
    return 1;
  } finally {
    await server.stop();
  }
}

/** Rejects with the server's last words when it ends. */
async function untimelyEnd(server: ServerProcess): Promise<never> {
  const { exitCode, stderr } = await server.ended;
  throw new Error([`The server ended with code ${exitCode}`, ...stderr].join("\n"));
}

/** Prints what an event brings; true when it brings an error. */
function show(event: RpcEvent): boolean {
  if (event.type === "message_update") {
    const update = event.assistantMessageEvent;
    if (update.type === "text_delta") process.stdout.write(update.delta);
    else if (update.type === "text_end") process.stdout.write("\n");
    else if (update.type === "thinking_delta") aside("dim", update.delta);
    else if (update.type === "thinking_end") aside("dim", "\n");
  } else if (event.type === "tool_execution_start") {
    aside("cyan", `${event.toolName} ${JSON.stringify(event.args)}\n`);
  } else if (event.type === "tool_execution_end" && event.isError) {
    aside("yellow", `${event.toolName} failed\n`);
  } else if (event.type === "message_end" && event.message.role === "assistant") {
    const { stopReason, errorMessage } = event.message;
    if (stopReason !== "error") return false;
    aside("red", `${errorMessage ?? "The model failed"}\n`);
    return true;
  }
  return false;
}

function aside(style: "dim" | "cyan" | "yellow" | "red", text: string): void {
  process.stderr.write(styleText(style, text, { stream: process.stderr }));
}
