/** What the extension records of the agent's edits, followed on a real server that waits for nobody. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parsePatch } from "diff";
import { expect, onTestFinished, test } from "vitest";
import { type ChangedFile, ChangeRecorder } from "../../extension/changes/recorder.ts";
import { ChangeStore } from "../../extension/changes/store.ts";
import { spawnServer } from "../../server/client/spawn.ts";
import { AgentFolder } from "../support/agent-folder.ts";
import { serverCommand } from "../support/built-server.ts";
import { ScriptedEndpoint } from "../support/endpoint.ts";

async function start() {
  const endpoint = await ScriptedEndpoint.start();
  const folder = new AgentFolder({ baseUrl: endpoint.baseUrl });
  const [command, ...args] = serverCommand();
  const server = spawnServer({ command, args, cwd: folder.workspace, env: folder.env(), log: () => {} });
  onTestFinished(async () => {
    await server.stop();
    await endpoint.stop();
    folder.remove();
  });
  const store = new ChangeStore(path.join(folder.root, "kept"));
  let list: ChangedFile[] = [];
  const changed = (files: ChangedFile[]) => {
    list = files;
  };
  const recorder = new ChangeRecorder({ cwd: folder.workspace, store, changed });
  recorder.open("s-1");
  server.client.onRecord((record) => recorder.receive(record));
  const settled = () =>
    new Promise<void>((resolve) => {
      const stop = server.client.onRecord((record) => {
        if (record.type !== "agent_settled") return;
        stop();
        resolve();
      });
    });
  const prompt = async () => {
    const end = settled();
    await server.client.command("prompt", { message: "Go" });
    await end;
  };
  const before = (name: string) => {
    const record = recorder.records.find((one) => one.path === path.join(folder.workspace, name));
    return store.get("s-1", record?.before)?.toString();
  };
  const ends: unknown[] = [];
  server.client.onRecord((record) => {
    if (record.type === "tool_execution_end") ends.push(record.result.details);
  });
  const details = () => ends;
  return { endpoint, folder, recorder, details, prompt, before, list: () => list };
}

test("writes and edits, whole in one piece of the stream: each content before is kept", async () => {
  const { endpoint, folder, prompt, before, list } = await start();
  const names = Array.from({ length: 12 }, (_, at) => `file-${at}.txt`);
  for (const name of names) folder.writeWorkspaceFile(name, `old ${name}\nsame\n`);
  const call = (name: string, at: number) => {
    const args =
      at % 2 === 0
        ? { path: name, content: `new ${name}\nsame\n` }
        : { path: name, edits: [{ oldText: `old ${name}`, newText: `new ${name}` }] };
    return { tool: at % 2 === 0 ? "write" : "edit", args, pieces: [JSON.stringify(args)] };
  };
  for (const [at, name] of names.entries()) endpoint.push([call(name, at)]);
  endpoint.push(["Done"]);
  await prompt();
  expect(list()).toEqual(names.map((path) => ({ path, added: 1, removed: 1 })));
  for (const name of names) {
    expect(readFileSync(path.join(folder.workspace, name), "utf8")).toBe(`new ${name}\nsame\n`);
    expect(before(name)).toBe(`old ${name}\nsame\n`);
  }
});

test("the result of write says what it changed: a patch as that of edit, or that there was no file", async () => {
  const { endpoint, folder, details, prompt } = await start();
  folder.writeWorkspaceFile("a.txt", "one\ntwo\n");
  writeFileSync(path.join(folder.workspace, "binary"), Buffer.from([0xff, 0, 0xfe]));
  const write = (name: string) => ({ tool: "write", args: { path: name, content: "one\n2\n" } });
  endpoint.push([write("a.txt")], [write("new/b.txt")], [write("binary")], [write("a.txt/impossible")], ["Done"]);
  await prompt();
  const [overwritten, created, binary, failed] = details();
  const [patch] = parsePatch((overwritten as { patch: string }).patch);
  expect(patch?.hunks[0]?.lines).toEqual([" one", "-two", "+2"]);
  expect(created).toEqual({ created: true });
  expect(binary).toBeUndefined();
  expect(failed).not.toHaveProperty("patch");
});

test("parallel calls of one message, a new file in a new folder, a failed edit", async () => {
  const { endpoint, folder, recorder, prompt, before, list } = await start();
  folder.writeWorkspaceFile("a.txt", "one\ntwo\n");
  mkdirSync(path.join(folder.workspace, ".git"));
  writeFileSync(path.join(folder.workspace, ".git/index"), "index");
  endpoint.push([
    { tool: "edit", args: { path: "a.txt", edits: [{ oldText: "one", newText: "1" }] } },
    { tool: "edit", args: { path: "./a.txt", edits: [{ oldText: "two", newText: "2" }] } },
    { tool: "write", args: { path: "deep/new.txt", content: "new\n" } },
    { tool: "edit", args: { path: "a.txt", edits: [{ oldText: "nowhere", newText: "x" }] } },
  ]);
  endpoint.push(["Done"]);
  await prompt();
  expect(list().toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: "a.txt", added: 2, removed: 2 },
    { path: "deep/new.txt", added: 1, removed: 0 },
  ]);
  expect(before("a.txt")).toBe("one\ntwo\n");
  expect(recorder.records.map((record) => record.mixed)).toEqual([false, false]);
  expect(readFileSync(path.join(folder.workspace, ".git/index"), "utf8")).toBe("index");
});
