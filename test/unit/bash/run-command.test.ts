import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { commandEnvironment } from "../../../server/bash/environment.ts";
import { BashJobs } from "../../../server/bash/jobs.ts";
import { inShell, runCommand } from "../../../server/bash/run-command.ts";

interface Options {
  command: string;
  signal?: AbortSignal;
  cwd?: string;
  shell?: string;
  ready?: () => Promise<void> | undefined;
}

/** Runs a command in a shell; `deltas` grows as it goes. */
function start({
  command,
  signal = new AbortController().signal,
  cwd = os.tmpdir(),
  shell = "/bin/sh",
  ready,
}: Options) {
  const deltas: [string, string][] = [];
  const result = runCommand({
    execute: inShell({
      shell: { shell, args: ["-c"] },
      command,
      cwd,
      env: process.env,
      signal,
      ...(ready ? { ready } : {}),
    }),
    sessionId: "unit",
    signal,
    onDelta: (channel, delta) => void deltas.push([channel, delta]),
  });
  return { deltas, result };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function pidFrom(file: string): Promise<number> {
  await vi.waitUntil(() => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"), { timeout: 10_000 });
  return Number(readFileSync(file, "utf8"));
}

function temp(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "atomic-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("6.1 output and exit code; a failing command is a result like any other", async () => {
  expect(await start({ command: "printf 'a\\nb\\n'" }).result).toEqual({
    output: "a\nb\n",
    exitCode: 0,
    cancelled: false,
    truncated: false,
  });
  expect(await start({ command: "echo oops >&2; exit 3" }).result).toMatchObject({ output: "oops\n", exitCode: 3 });
  expect((await start({ command: "kill -9 $$" }).result).exitCode).toBe(137);
});

test("6.1 a folder or a shell that is gone is an error", async () => {
  await expect(start({ command: "true", cwd: "/nonexistent/here" }).result).rejects.toThrow(
    "Working directory does not exist: /nonexistent/here",
  );
  await expect(start({ command: "true", shell: "/nonexistent/sh" }).result).rejects.toThrow(
    "The shell /nonexistent/sh could not be started",
  );
});

test("6.2 deltas name their channel, come in order and make up the output", async () => {
  const { deltas, result } = start({ command: "echo out; sleep 0.2; echo err >&2; sleep 0.2; echo out2" });
  const { output } = await result;
  expect(deltas).toEqual([
    ["stdout", "out\n"],
    ["stderr", "err\n"],
    ["stdout", "out2\n"],
  ]);
  expect(output).toBe("out\nerr\nout2\n");
});

test("6.3 a character and a colour code cut by the writer come out whole, each on its channel", async () => {
  const command =
    "printf '\\360\\237'; printf '\\033[3' >&2; sleep 0.2; printf '\\246\\200 crab'; printf '1mred' >&2; sleep 0.1; printf 'end\\303'";
  const { deltas, result } = start({ command });
  await result;
  const on = (channel: string) =>
    deltas
      .filter(([name]) => name === channel)
      .map(([, delta]) => delta)
      .join("");
  expect([on("stdout"), on("stderr")]).toEqual(["🦀 crabend\ufffd", "red"]);
});

test("6.5 an abort ends the command and its grandchildren, also those in a session of their own", async () => {
  const folder = temp();
  const abort = new AbortController();
  const own = existsSync("/usr/bin/setsid") ? "setsid sh -c 'echo $$ > own; sleep 60' & " : "";
  const command = `${own}sh -c 'sleep 60 & echo $! > child; wait' & echo ready; wait`;
  const { result } = start({ command, cwd: folder, signal: abort.signal });
  const pids = [await pidFrom(path.join(folder, "child"))];
  if (own) pids.push(await pidFrom(path.join(folder, "own")));
  abort.abort();
  const { cancelled, output, ...rest } = await result;
  expect([cancelled, output, "exitCode" in rest]).toEqual([true, "ready\n", false]);
  await vi.waitUntil(() => !pids.some(isAlive), { timeout: 5000 });
});

test("6.5 aborted before it begins, nothing is started", async () => {
  const folder = temp();
  const result = await start({ command: "touch was-here", cwd: folder, signal: AbortSignal.abort() }).result;
  expect(result).toEqual({ output: "", cancelled: true, truncated: false });
  expect(existsSync(path.join(folder, "was-here"))).toBe(false);
});

test("a process left behind that holds the output open in silence does not hold the result", async () => {
  const folder = temp();
  const { result } = start({ command: "echo done; sleep 60 & echo $! > bg", cwd: folder });
  expect((await result).output).toBe("done\n");
  process.kill(await pidFrom(path.join(folder, "bg")), "SIGKILL");
});

test("a process left behind that still writes is heard to its end", async () => {
  const { result } = start({ command: "(i=0; while [ $i -lt 2000 ]; do i=$((i+1)); echo $i; done) & echo left" });
  const lines = (await result).output.trimEnd().split("\n");
  expect(lines.filter((line) => line !== "left")).toEqual(Array.from({ length: 2000 }, (_, index) => `${index + 1}`));
  expect(lines).toHaveLength(2001);
});

test("6.2 a reader that is slow holds the command back and loses nothing", async () => {
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let waiting: Promise<void> | undefined = gate;
  const { deltas, result } = start({ command: "seq 1 60000", ready: () => waiting });
  await vi.waitUntil(() => deltas.length > 0, { timeout: 10_000 });
  const whileClosed = deltas.length;
  waiting = undefined;
  open();
  await result;
  expect(whileClosed).toBeLessThanOrEqual(2);
  expect(deltas.map(([, delta]) => delta).join("")).toBe(
    `${Array.from({ length: 60_000 }, (_, i) => i + 1).join("\n")}\n`,
  );
});

test("6.5 an abort gets through although nobody reads", async () => {
  const abort = new AbortController();
  const { deltas, result } = start({ command: "yes", signal: abort.signal, ready: () => new Promise(() => {}) });
  await vi.waitUntil(() => deltas.length > 0, { timeout: 10_000 });
  abort.abort();
  expect((await result).cancelled).toBe(true);
});

test("6.4 jobs run side by side; an id ends its own job, no id ends all, an unknown one none", async () => {
  const jobs = new BashJobs();
  const work = (id: string | number | undefined) =>
    jobs.run(id, async ({ signal }) => {
      if (!signal.aborted) await once(signal, "abort");
      return `${id} ended`;
    });
  const ended: string[] = [];
  const all = [work("a"), work("b"), work(1), work(undefined)].map((job) => job.then((text) => ended.push(text)));
  jobs.abort("nobody");
  jobs.abort("1");
  jobs.abort("b");
  await all[1];
  expect(ended).toEqual(["b ended"]);
  jobs.abort(1);
  await all[2];
  expect(ended).toEqual(["b ended", "1 ended"]);
  await jobs.drain();
  await Promise.all(all);
  expect(ended.sort()).toEqual(["1 ended", "a ended", "b ended", "undefined ended"]);
});

test("6.13 a drain waits for the results, failed ones too", async () => {
  const jobs = new BashJobs();
  const failed = jobs.run("a", async () => {
    throw new Error("no shell");
  });
  const settled = expect(failed).rejects.toThrow("no shell");
  await jobs.drain();
  await settled;
});

test("6.12 the session's facts are in the environment under both names; what is unknown is absent", () => {
  const base = { PATH: "/bin", PI_SESSION_FILE: "/of/another", ELECTRON_RUN_AS_NODE: "1" };
  expect(commandEnvironment({ sessionId: "s1", provider: "p", model: "m", thinkingLevel: "high" }, base)).toEqual({
    PATH: "/bin",
    ATOMIC_SESSION_ID: "s1",
    PI_SESSION_ID: "s1",
    ATOMIC_PROVIDER: "p",
    PI_PROVIDER: "p",
    ATOMIC_MODEL: "m",
    PI_MODEL: "m",
    ATOMIC_REASONING_LEVEL: "high",
    PI_REASONING_LEVEL: "high",
  });
});
