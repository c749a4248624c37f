/** The demo model, for whoever has no other. */
import { spawnServer } from "../../server/client/spawn.ts";
import { builtServer } from "../../test/support/built-server.ts";

/** Server arguments that choose the demo model when the server has no real one to offer; else none. */
export async function demoArguments(workspace: string): Promise<string[]> {
  const args = [builtServer(), "--mode", "rpc", "--no-session", "--no-extensions", "--offline"];
  const server = spawnServer({ command: process.execPath, args, cwd: workspace });
  try {
    const { models } = await server.client.command("get_available_models");
    return models.every(({ provider }) => provider === "demo") ? ["--model", "demo/demo"] : [];
  } finally {
    await server.stop();
  }
}
