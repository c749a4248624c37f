import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { Agent, type AgentOptions } from "../../../extension/agent/agent.ts";
import { allEnded } from "../../../extension/agent/ending.ts";
import type { AgentStatus } from "../../../extension/panel/messages.ts";
import { commandsWith } from "../../support/processes.ts";
import { isRunning, until } from "../../support/until.ts";

const server = path.resolve(import.meta.dirname, "../../support/fake-server.ts");
const agents: Agent[] = [];

afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.dispose();
});

function startable(args: string[] = [], more: Partial<AgentOptions> = {}) {
  const seen = { phases: [] as AgentStatus["phase"][], stderr: "", records: [] as string[], readies: 0 };
  const agent = new Agent({
    plan: async () => ({
      command: process.execPath,
      args: [server, "--mode", "rpc", ...args],
      cwd: process.cwd(),
      env: process.env,
    }),
    record: (record) => seen.records.push(record.type),
    status: (status) => seen.phases.push(status.phase),
    ready: async () => {
      seen.readies += 1;
    },
    log: () => undefined,
    stderr: (text) => {
      seen.stderr += text;
    },
    restartDelaysMs: [10, 10],
    ...more,
  });
  agents.push(agent);
  return { agent, seen };
}

test("starts once, however often it is asked to, and says what it writes to stderr", async () => {
  const { agent, seen } = startable();
  await Promise.all([agent.start(), agent.start()]);
  await agent.start();
  expect(seen.phases).toEqual(["starting", "ready"]);
  expect(seen.readies).toBe(1);
  await until("stderr arrives", () => seen.stderr.includes("fake server is up"));
  await expect(agent.request("get_state", {})).resolves.toMatchObject({ sessionId: "session-1" });
});

test("a server that says nothing is given up, with its last lines, and its process is gone", async () => {
  const { agent } = startable(["--silent"], { startPatienceMs: 3000 });
  const started = agent.start();
  const pid = await until("it runs", () => agent.pid !== undefined).then(() => agent.pid ?? 0);
  await expect(started).rejects.toThrow(/has said nothing/);
  expect(agent.status).toMatchObject({
    phase: "failed",
    error: { title: "The agent does not answer", stderr: ["fake server is up"] },
  });
  await until("its process is gone", () => !isRunning(pid));
});

test("a server that ends while it starts: its exit code and its words", async () => {
  const { agent } = startable(["--fail"]);
  await expect(agent.start()).rejects.toThrow(/exit code 7/);
  expect(agent.status).toMatchObject({
    phase: "failed",
    error: { title: "The agent stopped", stderr: ["no such model"] },
  });
});

test("a program that is not there", async () => {
  const { agent } = startable([], { plan: async () => ({ command: "/no/such/program", args: [], cwd: "/", env: {} }) });
  await expect(agent.start()).rejects.toThrow(/no\/such\/program/);
  expect(agent.status.phase).toBe("failed");
});

test("death: what waits is rejected at once, and the server is there again after a pause", async () => {
  const { agent, seen } = startable();
  await agent.start();
  await agent.request("prompt", { message: "wait" });
  const old = agent.pid ?? 0;
  const pending = expect(agent.request("abort_retry", {})).rejects.toThrow();
  process.kill(old, "SIGKILL");
  await pending;
  await until("it is there again", () => seen.readies === 2);
  expect(seen.phases).toEqual(["starting", "ready", "restarting", "starting", "ready"]);
  expect(agent.pid).not.toBe(old);
});

test("a server that dies again and again is given up; Restart begins anew", async () => {
  const { agent, seen } = startable();
  await agent.start();
  for (const readies of [1, 2, 3]) {
    await until(`start ${readies}`, () => seen.readies === readies);
    process.kill(agent.pid ?? 0, "SIGKILL");
    await until("its end is seen", () => agent.status.phase !== "ready");
  }
  expect(agent.status).toMatchObject({ phase: "lost", error: { title: "The agent stopped", signal: "SIGKILL" } });
  await agent.restart();
  expect(agent.status.phase).toBe("ready");
});

test("stop while it starts: no failure is shown, and nothing is left", async () => {
  const { agent, seen } = startable(["--silent"]);
  const started = agent.start();
  started.catch(() => undefined);
  await until("it runs", () => agent.pid !== undefined);
  const pid = agent.pid ?? 0;
  await agent.stop();
  await expect(started).rejects.toThrow();
  expect(seen.phases).toEqual(["starting", "off"]);
  expect(isRunning(pid)).toBe(false);
});

test("force restart kills a server in the middle of a run", async () => {
  const { agent } = startable();
  await agent.start();
  await agent.request("prompt", { message: "wait" });
  const pid = agent.pid ?? 0;
  await agent.forceRestart();
  expect(isRunning(pid)).toBe(false);
  await expect(agent.request("get_state", {})).resolves.toMatchObject({ isStreaming: false });
});

/** Answers get_state and nothing else: what is counted is ours, and two hundred starts take seconds. */
const lightServer = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, type } = JSON.parse(line);
  console.log(JSON.stringify({ type: "response", command: type, id, success: true, data: { sessionId: "s" } }));
});`;

/** Kinds of handles that are open, and listeners on this process. */
function held(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  for (const event of process.eventNames()) counts[`on ${String(event)}`] = process.listenerCount(event);
  return counts;
}

test("case 30: start, stop and restart two hundred times leave no process, no handle and no listener", async () => {
  const own = `restarted-by-${process.pid}`;
  const { agent } = startable([], {
    plan: async () => ({
      command: process.execPath,
      args: ["-e", lightServer, own],
      cwd: process.cwd(),
      env: process.env,
    }),
  });
  const pids: number[] = [];
  const round = async (at: number) => {
    if (at % 4 === 0) await agent.stop();
    await (at % 4 === 3 ? agent.forceRestart() : at % 4 === 0 ? agent.start() : agent.restart());
    pids.push(agent.pid ?? 0);
  };
  await round(1);
  await agent.stop();
  const before = held();
  for (let at = 0; at < 200; at++) await round(at);
  await agent.stop();
  // What leaks does so by the hundred; timers of the test runner come and go.
  const grown = () => Object.entries(held()).filter(([kind, count]) => count > (before[kind] ?? 0) + 5);
  await expect.poll(grown, { timeout: 10_000 }).toEqual([]);
  await expect.poll(() => commandsWith(own), { timeout: 10_000 }).toEqual([]);
  expect(pids).toHaveLength(201);
  expect(pids.filter((pid, at) => pid === pids[at + 1])).toEqual([]);
}, 240_000);

test("restart while it starts: the server of the second start is the one that stays", async () => {
  const { agent, seen } = startable();
  const started = agent.start();
  started.catch(() => undefined);
  await until("the first one runs", () => agent.pid !== undefined);
  const first = agent.pid ?? 0;
  await agent.restart();
  await expect(started).rejects.toThrow(/stopped while it started|ended/);
  expect(seen.phases).toEqual(["starting", "off", "starting", "ready"]);
  expect(agent.pid).not.toBe(first);
  await expect(agent.request("get_state", {})).resolves.toMatchObject({ sessionId: "session-1" });
});

test("case 29: a server that is caught in a loop is killed with what it runs, and is waited for", async () => {
  const own = `caught-by-${process.pid}`;
  const { agent } = startable([], {
    plan: async () => ({
      command: process.execPath,
      args: ["-e", caughtServer, own],
      cwd: process.cwd(),
      env: process.env,
    }),
  });
  await agent.start();
  expect(commandsWith(own)).toHaveLength(2);
  void agent.dispose();
  await allEnded();
  await until("all of it is gone", () => commandsWith(own).length === 0);
});

/** Starts a process of its own, answers once and hears nothing from then on. */
const caughtServer = `require("node:readline").createInterface({ input: process.stdin }).once("line", (line) => {
  const { spawn } = require("node:child_process");
  const wait = ["-e", "setInterval(() => {}, 1000)", process.argv[1]];
  spawn(process.execPath, wait, { detached: true, stdio: "ignore" });
  const { id, type } = JSON.parse(line);
  const answer = { type: "response", command: type, id, success: true, data: { sessionId: "s" } };
  require("node:fs").writeSync(1, JSON.stringify(answer) + "\\n");
  for (;;);
});`;
