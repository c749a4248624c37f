import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { demoTools } from "../../../server/builtin/demo/extension.ts";
import type { ServerRecord } from "../../../server/protocol/event.ts";
import type { AssistantMessage } from "../../../server/protocol/message.ts";
import { openHost } from "./open-host.ts";

beforeEach(() => {
  vi.stubEnv("ATOMIC_DEMO_PACE_MS", "0");
  return () => vi.unstubAllEnvs();
});

const demo = { name: "demo", factory: demoTools };

async function openDemo(args: string[] = []) {
  const opened = await openHost({ builtins: [demo], args: ["--model", "demo/demo", "--no-session", ...args] });
  const say = async (text: string) => {
    const from = opened.records.length;
    await opened.host.prompting.prompt(text, {}, () => {});
    await opened.host.current.sdk.waitForIdle();
    return opened.records.slice(from);
  };
  return { ...opened, say };
}

const assistants = (records: readonly ServerRecord[]) =>
  records.flatMap((record) =>
    record.type === "message_end" && record.message.role === "assistant" ? [record.message as AssistantMessage] : [],
  );
const text = (message: AssistantMessage | undefined) =>
  message?.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("") ?? "";
const tools = (records: readonly ServerRecord[]) =>
  records.flatMap((record) =>
    record.type === "tool_execution_end" ? [`${record.toolName}${record.isError ? " failed" : ""}`] : [],
  );

test("it says what it is, thinks, and sums up the real folder from the real tools", async () => {
  const { say, cwd } = await openDemo();
  mkdirSync(path.join(cwd, "src"));
  writeFileSync(path.join(cwd, "README.md"), "# Apples\n\nA box of apples.\n");
  writeFileSync(path.join(cwd, "one.ts"), "");
  writeFileSync(path.join(cwd, "two.ts"), "");
  const records = await say("What is in this folder?");
  const [first, , last] = assistants(records);
  expect(text(first)).toMatch(/^\*I am Atomic's demo model: scripted, without network or key\./);
  expect(first?.content[0]?.type).toBe("thinking");
  expect(tools(records)).toEqual(["ls", "read"]);
  expect(text(last)).toContain("**1** folder and **3** files.");
  expect(text(last)).toContain("| `.ts` | `one.ts`, `two.ts` |");
  expect(text(last)).toContain("> Apples: A box of apples.");
  const again = await say("and now?");
  expect(text(assistants(again)[0])).not.toContain("demo model");
});

test("an empty folder is said to be empty", async () => {
  const { say } = await openDemo();
  expect(text(assistants(await say("look around")).at(-1))).toContain("**empty**");
});

test("it runs a real command and edits a real file", async () => {
  const { say, cwd } = await openDemo();
  const ran = await say("run `echo from the shell`");
  expect(tools(ran)).toEqual(["bash"]);
  expect(text(assistants(ran).at(-1))).toContain("It printed 1 line:\n\n```\nfrom the shell\n```");
  expect(tools(await say("edit a file"))).toEqual(["write", "edit"]);
  expect(readFileSync(path.join(cwd, "atomic-demo.md"), "utf8")).toContain("- oat milk\n");
});

test("it asks through every kind of dialog and tells what was answered", async () => {
  const { host, records, say } = await openDemo();
  const answers = {
    select: { value: "Autumn" },
    confirm: { confirmed: true },
    input: { value: "Kim" },
    editor: { value: "a\nb" },
  };
  host.current.dialogs.onOpen(() => {
    const request = records.at(-1) as { id: string; method: keyof typeof answers };
    host.current.dialogs.answer(request.id, answers[request.method]);
  });
  const answered = text(assistants(await say("ask me something")).at(-1));
  for (const row of ["| select | Autumn |", "| confirm | yes |", "| input | Kim |", "| editor | a ⏎ b |"]) {
    expect(answered).toContain(row);
  }
});

test("it fails when told to, after part of an answer, and is not tried again", async () => {
  const { say } = await openDemo();
  const [failed, ...more] = assistants(await say("please fail"));
  expect(failed).toMatchObject({
    stopReason: "error",
    errorMessage: "400 The demo model failed because it was told to.",
  });
  expect(text(failed)).toContain("in the middle of it");
  expect(more).toEqual([]);
});

test("a long answer can be stopped in the middle", async () => {
  vi.stubEnv("ATOMIC_DEMO_PACE_MS", "5");
  const { host, records, say } = await openDemo();
  const said = say("a long answer");
  await vi.waitFor(() => expect(records.some((record) => record.type === "message_update")).toBe(true));
  await host.prompting.abort();
  const [stopped] = assistants(await said);
  expect(stopped).toMatchObject({ stopReason: "aborted" });
  expect(text(stopped)).not.toContain("Part 24");
});

test("steering words change what it does", async () => {
  const { host, records, say, cwd } = await openDemo();
  writeFileSync(path.join(cwd, "a.txt"), "");
  const stop = host.current.sdk.subscribe((event) => {
    if (event.type !== "tool_execution_start") return;
    stop();
    void host.prompting.steer("rather show me a table", undefined);
  });
  await say("What is in this folder?");
  const last = text(assistants(records).at(-1));
  expect(last).toContain("You steered me: “rather show me a table”.");
  expect(last).toContain("| Language | Typed | Since |");
});

test("without thinking it keeps its thoughts to itself", async () => {
  const { say } = await openDemo(["--thinking", "off"]);
  const messages = assistants(await say("showcase"));
  expect(messages[0]?.content.map((part) => part.type)).toEqual(["text"]);
});

test("a compaction can be planned with it", async () => {
  const { host, say } = await openDemo();
  await say("showcase");
  await say("showcase");
  await say("showcase");
  const result = await host.current.sdk.compact();
  expect(result.summary).toMatch(/\(filtered \d+ lines\)/);
});

test("its tools are for it alone", async () => {
  const { host, say, cwd } = await openDemo();
  await say("hello");
  expect(host.current.sdk.getActiveToolNames()).toEqual(expect.arrayContaining(["ls", "ask_person"]));
  const one = host.models.getModel("faux", "one");
  if (!one) throw new Error("the scripted provider has two models");
  await host.current.sdk.setModel(one);
  await say("hello");
  expect(host.current.sdk.getActiveToolNames()).not.toContain("ask_person");
  expect(existsSync(path.join(cwd, "atomic-demo.md"))).toBe(false);
});
