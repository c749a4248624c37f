/** The typed client and the built server together. */
import { expect, onTestFinished, test } from "vitest";
import { CommandError } from "../../server/client/errors.ts";
import { type ServerProcess, spawnServer } from "../../server/client/spawn.ts";
import { AgentFolder } from "../support/agent-folder.ts";
import { serverCommand } from "../support/built-server.ts";
import { ScriptedEndpoint } from "../support/endpoint.ts";
import { uiExtension } from "../support/ui-extension.ts";

async function start(): Promise<{
  server: ServerProcess;
  endpoint: ScriptedEndpoint;
  folder: AgentFolder;
  logged: string[];
}> {
  const endpoint = await ScriptedEndpoint.start();
  const folder = new AgentFolder({ baseUrl: endpoint.baseUrl, files: { "extensions/ui.js": uiExtension } });
  const [command, ...args] = serverCommand();
  const logged: string[] = [];
  const server = spawnServer({
    command,
    args,
    cwd: folder.workspace,
    env: folder.env(),
    log: (text) => logged.push(text),
  });
  onTestFinished(async () => {
    await server.stop();
    await endpoint.stop();
    folder.remove();
  });
  return { server, endpoint, folder, logged };
}

test("client: commands, events and their order", async () => {
  const { server, endpoint, logged } = await start();
  const { client } = server;
  endpoint.push(["Hello ", "there"]);
  expect((await client.command("get_state")).model?.id).toBe("main");
  const types: string[] = [];
  let text = "";
  client.onRecord((record) => types.push(record.type));
  client.on("message_update", ({ assistantMessageEvent }) => {
    if (assistantMessageEvent.type === "text_delta") text += assistantMessageEvent.delta;
  });
  const settled = new Promise((resolve) => client.on("agent_settled", resolve));
  await client.command("prompt", { message: "hi" });
  await settled;
  expect(text).toBe("Hello there");
  expect(types).toContain("agent_end");
  expect(types).not.toContain("response");
  expect(await client.command("get_last_assistant_text")).toEqual({ text: "Hello there" });
  expect(logged).toEqual([]);
});

test("client: a refusal is a CommandError with the server's words", async () => {
  const { server } = await start();
  const error = await server.client.command("fork", { entryId: "nope" }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CommandError);
  expect(error).toMatchObject({ command: "fork", message: "Invalid entry ID for forking" });
});

test("client: an id of one's own ties bash deltas to their command", async () => {
  const { server } = await start();
  const id = server.client.newId();
  let output = "";
  server.client.on("bash_execution_update", (update) => {
    if (update.id === id) output += update.delta;
  });
  const result = await server.client.command("bash", { command: "echo one; echo two" }, { id });
  expect(result).toMatchObject({ exitCode: 0, output: "one\ntwo\n" });
  expect(output).toBe("one\ntwo\n");
});

test("client: dialogs are records like others, and are answered", async () => {
  const { server } = await start();
  const { client } = server;
  client.on("extension_ui_request", (request) => {
    if (request.method === "confirm") client.answer(request.id, { confirmed: true });
  });
  const told = new Promise((resolve) =>
    client.on("extension_ui_request", (request) => {
      if (request.method === "notify") resolve(request.message);
    }),
  );
  await client.command("prompt", { message: "/ask-confirm" });
  expect(await told).toBe("confirm=true");
});

test("client: a signal gives up the waiting, and the late response goes nowhere", async () => {
  const { server, logged } = await start();
  const { client } = server;
  await client.command("get_state");
  const records: unknown[] = [];
  client.onRecord((record) => records.push(record));
  const patience = new AbortController();
  const waiting = client.command("get_messages", {}, { signal: patience.signal });
  patience.abort(new Error("no more patience"));
  await expect(waiting).rejects.toThrow("no more patience");
  await client.command("get_state");
  expect(records).toEqual([]);
  expect(logged.filter((line) => line.includes("nobody waits for"))).toHaveLength(1);
});

test("client: stop ends the server in order", async () => {
  const { server } = await start();
  await server.client.command("get_state");
  expect(await server.stop()).toMatchObject({ exitCode: 0, signal: null });
  expect(server.client.end?.exitCode).toBe(0);
});
