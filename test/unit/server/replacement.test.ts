import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fauxAssistantMessage, fauxText, fauxToolCall } from "@earendil-works/pi-ai";
import type { ExtensionAPI, SessionStartEvent } from "@earendil-works/pi-coding-agent";
import { expect, test } from "vitest";
import type { SessionHost } from "../../../server/session/host.ts";
import { dialogs } from "../../../server/session/ui.ts";
import { openHost } from "./open-host.ts";

const says = (text: string) => fauxAssistantMessage(fauxText(text));

async function say(host: SessionHost, text: string): Promise<void> {
  await host.prompting.prompt(text, {}, () => {});
  await host.current.sdk.waitForIdle();
}

const fileOf = (host: SessionHost) => host.current.store.writer?.path ?? "";
const roles = (host: SessionHost) =>
  host.current.sdk.messages.filter((message) => message.role !== "system").map((message) => message.role);

test("case 72: session_start runs once for each replacement, with its reason", async () => {
  const starts: string[] = [];
  const factory = (pi: ExtensionAPI) =>
    void pi.on("session_start", (event: SessionStartEvent) => void starts.push(event.reason));
  const { host } = await openHost({ builtins: [{ name: "probe", factory }], responses: [says("a"), says("b")] });
  await say(host, "one");
  const first = fileOf(host);
  await host.newSession();
  await host.switchSession(first);
  const entry = host.current.store.entries.find((one) => one.type === "message" && one.message.role === "user");
  await host.fork(entry?.id ?? "");
  await host.switchSession(first);
  await host.clone();
  expect(starts).toEqual(["startup", "new", "resume", "fork", "resume", "fork"]);
});

test("decision 20: the end of the old run comes before the replacement is done", async () => {
  const call = fauxAssistantMessage([fauxToolCall("bash", { command: "sleep 30" })], { stopReason: "toolUse" });
  const { host, records, types, seen } = await openHost({ responses: [call] });
  await host.prompting.prompt("one", {}, () => {});
  await seen((record) => record.type === "tool_execution_start");
  const old = host.current;
  await host.newSession();
  expect(records).toContainEqual(expect.objectContaining({ type: "tool_execution_end", isError: true }));
  expect(types()).toContain("agent_end");
  const count = records.length;
  old.emit({ type: "agent_start" });
  expect(records).toHaveLength(count);
  expect(readFileSync(old.store.writer?.path ?? "", "utf8")).toContain('"aborted"');
});

test("case 10: dialogs of the old session resolve, those of the question whether to switch stay", async () => {
  const factory = (pi: ExtensionAPI) =>
    void pi.on("session_before_switch", async (_event, ctx) => ({ cancel: !(await ctx.ui.confirm("Switch?", "")) }));
  const { host, records, seen } = await openHost({ builtins: [{ name: "asks", factory }] });
  const open = dialogs.input(host.current.dialogs, "old");
  const replaced = host.newSession();
  await seen((record) => record.type === "extension_ui_request" && record.method === "confirm");
  expect(await open).toBeUndefined();
  const question = records.find((record) => record.type === "extension_ui_request" && record.method === "confirm");
  host.current.dialogs.answer((question as { id: string }).id, { confirmed: true });
  expect(await replaced).toEqual({ cancelled: false });
});

test("a refusal by an agent extension changes nothing", async () => {
  const factory = (pi: ExtensionAPI) => {
    pi.on("session_before_switch", () => ({ cancel: true }));
    pi.on("session_before_fork", () => ({ cancel: true }));
  };
  const { host } = await openHost({ builtins: [{ name: "no", factory }], responses: [says("a")] });
  await say(host, "one");
  const { id } = host.current;
  const entry = host.current.store.entries.find((one) => one.type === "message" && one.message.role === "user");
  expect(await host.newSession()).toEqual({ cancelled: true });
  expect(await host.switchSession(fileOf(host))).toEqual({ cancelled: true });
  expect(await host.fork(entry?.id ?? "")).toEqual({ text: "one", cancelled: true });
  expect(await host.clone()).toEqual({ cancelled: true });
  expect(host.current.id).toBe(id);
});

test("case 17: a file that is none leaves the session as it is, usable and locked", async () => {
  const { host, cwd } = await openHost({ responses: [says("a"), says("b")] });
  await say(host, "one");
  const { id } = host.current;
  writeFileSync(path.join(cwd, "foreign.jsonl"), "hello\n");
  await expect(host.switchSession("foreign.jsonl")).rejects.toThrow("Not a session file");
  await expect(host.switchSession("missing.jsonl")).rejects.toThrow("Session file not found");
  await expect(host.fork("nope")).rejects.toThrow("Invalid entry ID for forking");
  expect(host.current.id).toBe(id);
  expect(existsSync(`${fileOf(host)}.lock`)).toBe(true);
  await say(host, "two");
  expect(roles(host)).toEqual(["user", "assistant", "user", "assistant"]);
});

test("switching to the open session changes nothing, unless another program wrote to it", async () => {
  const { host } = await openHost({ responses: [says("a")] });
  await say(host, "one");
  const before = host.current;
  await host.switchSession(fileOf(host));
  expect(host.current).toBe(before);
  const entry = {
    type: "session_info",
    id: "abcd0000",
    parentId: before.store.manager.getLeafId(),
    timestamp: new Date().toISOString(),
    name: "theirs",
  };
  writeFileSync(fileOf(host), `${JSON.stringify(entry)}\n`, { flag: "a" });
  await host.switchSession(fileOf(host));
  expect(host.current).not.toBe(before);
  expect(host.current.sdk.sessionName).toBe("theirs");
});

test("a session that cannot be opened gives way to the old one", async () => {
  const { host, agentDir } = await openHost({ responses: [says("a"), says("b")] });
  await say(host, "one");
  const file = fileOf(host);
  await host.newSession();
  await say(host, "two");
  const { id } = host.current;
  // The agent folder is needed to create a session's services; a file in its place makes that fail.
  const { models } = host;
  const refresh = models.refresh;
  models.refresh = async () => {
    models.refresh = refresh;
    throw new Error(`${agentDir} cannot be read`);
  };
  await expect(host.switchSession(file)).rejects.toThrow("cannot be read");
  expect(host.current.id).toBe(id);
  expect(roles(host)).toEqual(["user", "assistant"]);
});

test("one replacement at a time", async () => {
  const { host } = await openHost();
  const first = host.newSession();
  await expect(host.newSession()).rejects.toThrow("Another session is being opened");
  await first;
});

test("a session whose folder is gone goes on in this one, and says so", async () => {
  const { host, records, cwd } = await openHost({ responses: [says("a"), says("b")] });
  await say(host, "one");
  const moved = path.join(cwd, "moved.jsonl");
  const lines = readFileSync(fileOf(host), "utf8").split("\n");
  const header = JSON.parse(lines[0] ?? "{}") as { cwd: string };
  writeFileSync(moved, [JSON.stringify({ ...header, cwd: "C:\\Users\\me" }), ...lines.slice(1)].join("\n"));
  await host.switchSession(moved);
  expect(host.current.store.manager.getCwd()).toBe(cwd);
  expect(records).toContainEqual(
    expect.objectContaining({ method: "notify", message: expect.stringContaining("C:\\Users\\me") as string }),
  );
});

test("case 16: a bash result is recorded once, in the session it was started in", async () => {
  const { host } = await openHost({ responses: [says("a")] });
  await say(host, "one");
  const file = fileOf(host);
  const result = { output: "out\n", exitCode: 0, cancelled: false, truncated: false };
  const bashIn = (text: string) => text.split("\n").filter((line) => line.includes('"bashExecution"')).length;
  const away = host.owner();
  const back = host.owner();
  await host.newSession();
  away.recordBash("echo away", result);
  expect(bashIn(readFileSync(file, "utf8"))).toBe(1);
  expect(existsSync(`${file}.lock`)).toBe(false);
  expect(roles(host)).toEqual([]);
  await host.switchSession(file);
  back.recordBash("echo back", result);
  expect(bashIn(readFileSync(file, "utf8"))).toBe(2);
  expect(roles(host)).toEqual(["user", "assistant", "bashExecution", "bashExecution"]);
  away.release();
  back.release();
});

test("a late bash result of a session in memory has no place after a fork", async () => {
  const { host } = await openHost({ args: ["--no-session"], responses: [says("a")] });
  await say(host, "one");
  const owner = host.owner();
  await host.clone();
  owner.recordBash("echo late", { output: "", exitCode: 0, cancelled: false, truncated: false });
  expect(roles(host)).toEqual(["user", "assistant"]);
});

test("a new session of an agent extension is prepared before it starts", async () => {
  const { host } = await openHost({
    builtins: [
      {
        name: "probe",
        factory: (pi) =>
          pi.registerCommand("start", {
            description: "",
            handler: async (_args, ctx) => {
              await ctx.newSession({
                setup: async (manager) => {
                  manager.appendMessage({ role: "user", content: "prepared", timestamp: 1 });
                },
                withSession: async (next) => next.ui.notify(`in ${next.sessionManager.getEntries().length} entries`),
              });
            },
          }),
      },
    ],
  });
  await host.prompting.prompt("/start", {}, () => {});
  expect(roles(host)).toEqual(["user"]);
  expect(readFileSync(fileOf(host), "utf8")).toContain("prepared");
});

test("the command line's model is for new sessions; an old one keeps its own", async () => {
  const { host, agentDir } = await openHost({ responses: [says("a")] });
  mkdirSync(path.join(agentDir, "x"));
  const two = host.models.getModel("faux", "two");
  if (!two) throw new Error("the scripted provider has two models");
  await host.current.sdk.setModel(two);
  await say(host, "one");
  const file = fileOf(host);
  await host.newSession();
  expect(host.current.sdk.model?.id).toBe("one");
  await host.switchSession(file);
  expect(host.current.sdk.model?.id).toBe("two");
});
