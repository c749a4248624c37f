/** Direct bash: output, channels, environment, hooks, errors, the way to its end (behaviours 6.1–6.5, 6.7, 6.8, 6.11–6.13). */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { scenario } from "../support/scenario.ts";
import { sharedServer } from "../support/shared-server.ts";
import { isRunning, until } from "../support/until.ts";

const t = sharedServer();
const posix = process.platform !== "win32";

/** Runs a command under an id of its own and gives its response with the deltas that came for it. */
let serial = 0;
async function run(command: string, id: string | number = `run-${++serial}`) {
  const from = t.rpc.mark();
  const response = await t.rpc.command("bash", { command }, id);
  const deltas = t.rpc.since(from).filter((r) => r.type === "bash_execution_update" && r.id === id);
  return { response, deltas };
}

test("6.2 joined deltas are the output, and all come before the response", async () => {
  const from = t.rpc.mark();
  const { response, deltas } = await run("for i in 1 2 3 4 5; do echo out $i; echo err $i >&2; done");
  expect(deltas.map((delta) => delta.delta).join("")).toBe(response.data.output);
  const records = t.rpc.since(from);
  expect(records.at(-1)).toBe(response);
  expect(new Set(deltas.map((delta) => delta.channel))).toEqual(new Set(["stdout", "stderr"]));
});

test("6.3 case 15: colours, CR and controls are removed in deltas and output alike, wherever they are cut", async () => {
  const { response, deltas } = await run(
    "printf 'a\\033[3'; sleep 0.2; printf '1mred\\033[0m\\r\\n\\007b\\033]0;title'; sleep 0.2; printf '\\033\\\\c'",
  );
  expect(response.data.output).toBe("ared\nbc");
  expect(deltas.map((delta) => delta.delta).join("")).toBe("ared\nbc");
});

test("decision 21: bytes that are no UTF-8 become U+FFFD, in the session file too", async () => {
  const { response } = await run("printf 'a\\377b'");
  expect(response.data.output).toBe("a\ufffdb");
});

test("6.2 decision 1: a numeric id is echoed on deltas and response, and aborts its own command", async () => {
  const from = t.rpc.mark();
  t.rpc.send({ id: 7, type: "bash", command: "echo up; sleep 60" });
  await t.rpc.waitFor((r) => r.type === "bash_execution_update" && r.id === 7, { from });
  await t.rpc.ok("abort_bash", { requestId: "7" });
  await t.rpc.ok("abort_bash", { requestId: 7 });
  expect((await t.rpc.response(7, from)).data).toEqual({ output: "up\n", cancelled: true, truncated: false });
});

test("6.1 a command without output, one that reads stdin, one that kills itself", async () => {
  expect((await run("true")).response.data).toEqual({ output: "", exitCode: 0, cancelled: false, truncated: false });
  expect((await run("cat")).response.data).toMatchObject({ output: "", exitCode: 0 });
  expect((await run("kill -TERM $$")).response.data.exitCode).toBe(143);
});

test("6.1 the workspace folder is gone: an error that names it, nothing recorded", async () => {
  const { rpc, folder } = await scenario();
  await rpc.ok("get_state");
  rmSync(folder.workspace, { recursive: true });
  expect(await rpc.refused("bash", { command: "true" })).toBe(`Working directory does not exist: ${folder.workspace}`);
  expect((await rpc.ok("get_messages")).messages).toEqual([]);
  mkdirSync(folder.workspace);
});

test("6.1 a shell that is not there is an error", async () => {
  const { rpc } = await scenario({ settings: { shellPath: "/nonexistent/bash" } });
  expect(await rpc.refused("bash", { command: "true" })).toContain("/nonexistent/bash");
});

test("the command prefix of the settings is run in front, and not recorded", async () => {
  const { rpc } = await scenario({ settings: { shellCommandPrefix: "GREETING=hello" } });
  expect((await rpc.ok("bash", { command: "echo $GREETING" })).output).toBe("hello\n");
  const [message] = (await rpc.ok("get_messages")).messages;
  expect(message).toMatchObject({ role: "bashExecution", command: "echo $GREETING" });
});

test("6.12 the session's facts are in the environment under both names", async () => {
  const state = await t.rpc.ok("get_state");
  const names = ["SESSION_ID", "SESSION_FILE", "PROVIDER", "MODEL", "REASONING_LEVEL"];
  const echo = names.flatMap((name) => [`$ATOMIC_${name}`, `$PI_${name}`]).join("\n");
  const { response } = await run(`printf '%s' "${echo}"`);
  const expected = [state.sessionId, state.sessionFile, "mock", "main", state.thinkingLevel];
  expect(response.data.output.split("\n")).toEqual(expected.flatMap((value) => [value, value]));
});

test.runIf(posix)("6.5 case 7: an abort ends processes in sessions of their own as well", async () => {
  const file = path.join(t.folder.workspace, "own.pid");
  const from = t.rpc.mark();
  t.rpc.send({ id: "own", type: "bash", command: `setsid sh -c 'echo $$ > ${file}; sleep 60' & wait` });
  await until("the process has said who it is", () => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
  const pid = Number(readFileSync(file, "utf8"));
  await t.rpc.ok("abort_bash", { requestId: "own" });
  expect((await t.rpc.response("own", from)).data.cancelled).toBe(true);
  await until("the processes are gone", () => !isRunning(pid));
});

test("6.5 case 12: abort_bash answers while output floods in, and the command ends", async () => {
  const from = t.rpc.mark();
  t.rpc.send({ id: "flood", type: "bash", command: "yes" });
  await t.rpc.waitFor((r) => r.type === "bash_execution_update" && r.id === "flood", { from });
  await t.rpc.ok("abort_bash");
  const { data } = await t.rpc.response("flood", from);
  expect(data.cancelled).toBe(true);
});

describe("6.7 6.8 long output", () => {
  test("more than 3000 lines: the last of them, and the file holds all from the first byte", async () => {
    const { response } = await run("seq 1 5000");
    const { output, truncated, fullOutputPath } = response.data;
    expect([truncated, output.split("\n").length, output.startsWith("2001\n")]).toEqual([true, 3000, true]);
    const whole = Array.from({ length: 5000 }, (_, i) => `${i + 1}\n`).join("");
    expect(readFileSync(fullOutputPath, "utf8")).toBe(whole);
  });

  test("one line longer than 50 KiB is cut in front", async () => {
    const { response } = await run("head -c 200000 /dev/zero | tr '\\0' x");
    expect(response.data.output).toBe("x".repeat(50 * 1024));
    expect(statSync(response.data.fullOutputPath).size).toBe(200_000);
  });

  test.runIf(posix)("a folder that is a link is refused: no file, the path is null", async () => {
    const { rpc, folder } = await scenario();
    const { sessionId } = await rpc.ok("get_state");
    const root = path.join(folder.temp, `atomic-${process.getuid?.()}`);
    mkdirSync(root, { recursive: true, mode: 0o700 });
    mkdirSync(path.join(folder.root, "trap"));
    symlinkSync(path.join(folder.root, "trap"), path.join(root, sessionId));
    expect(await rpc.ok("bash", { command: "seq 1 5000" })).toMatchObject({ truncated: true, fullOutputPath: null });
  });

  test.runIf(posix)("a folder that is too open is closed to others", async () => {
    const { rpc, folder } = await scenario();
    const root = path.join(folder.temp, `atomic-${process.getuid?.()}`);
    mkdirSync(root, { recursive: true });
    const { fullOutputPath } = await rpc.ok("bash", { command: "seq 1 5000" });
    expect([statSync(root).mode & 0o777, statSync(path.dirname(fullOutputPath as string)).mode & 0o777]).toEqual([
      0o700, 0o700,
    ]);
  });
});

describe("6.11 user_bash of an agent extension", () => {
  const files = {
    "extensions/hook.ts": `export default (pi) => pi.on("user_bash", async (event) => {
      if (event.command === "answer") return { result: { output: "by hand", exitCode: 5, cancelled: false, truncated: false } };
      if (event.command === "throw") throw new Error("hook failed");
      if (event.command.startsWith("remote ")) return { operations: { exec: async (command, cwd, { onData }) => {
        onData(Buffer.from("[" + command + "] \\u001b[31m"));
        onData(Buffer.from("there\\n"));
        return { exitCode: 0 };
      } } };
    });`,
  };

  test("it may give the result, run the command elsewhere, or stay out of it", async () => {
    const { rpc } = await scenario({ files });
    expect(await rpc.ok("bash", { command: "answer" })).toEqual({
      output: "by hand",
      exitCode: 5,
      cancelled: false,
      truncated: false,
    });
    const from = rpc.mark();
    expect((await rpc.command("bash", { command: "remote ls" }, "r")).data.output).toBe("[remote ls] there\n");
    const deltas = rpc.since(from).filter((r) => r.type === "bash_execution_update");
    expect(deltas.map(({ id, channel, delta }) => [id, channel, delta])).toEqual([
      ["r", "stdout", "[remote ls] "],
      ["r", "stdout", "there\n"],
    ]);
    expect((await rpc.ok("bash", { command: "echo here" })).output).toBe("here\n");
    const { messages } = await rpc.ok("get_messages");
    expect(messages.map((message) => message.role === "bashExecution" && message.command)).toEqual([
      "answer",
      "remote ls",
      "echo here",
    ]);
  });

  test("one that throws makes the command fail", async () => {
    const { rpc } = await scenario({ files });
    expect(await rpc.refused("bash", { command: "throw" })).toBe("hook failed");
  });
});

test.runIf(posix)(
  "6.13 case 7: the end of stdin ends commands with all their processes, and each is answered",
  async () => {
    const { rpc, folder } = await scenario();
    const pidFile = (name: string) => path.join(folder.workspace, name);
    const from = rpc.mark();
    rpc.send({ id: "a", type: "bash", command: "sh -c 'sleep 60 & echo $! > a; wait'" });
    rpc.send({ id: "b", type: "bash", command: "echo $$ > b; exec sleep 60" });
    await until("the process has said who it is", () =>
      ["a", "b"].every((name) => existsSync(pidFile(name)) && readFileSync(pidFile(name), "utf8").endsWith("\n")),
    );
    const pids = ["a", "b"].map((name) => Number(readFileSync(pidFile(name), "utf8")));
    await rpc.stop();
    for (const id of ["a", "b"]) expect((await rpc.response(id, from)).data.cancelled).toBe(true);
    await until("the processes are gone", () => !pids.some(isRunning));
  },
);

test.runIf(posix)("case 7: SIGTERM ends commands with all their processes", async () => {
  const { rpc, folder } = await scenario();
  const file = path.join(folder.workspace, "pid");
  rpc.send({ id: "a", type: "bash", command: "sh -c 'sleep 60 & echo $! > pid; wait'" });
  await until("the process has said who it is", () => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
  const pid = Number(readFileSync(file, "utf8"));
  rpc.kill("SIGTERM");
  await rpc.exited;
  await until("the processes are gone", () => !isRunning(pid));
});
