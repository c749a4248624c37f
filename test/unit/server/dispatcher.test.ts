import { expect, test } from "vitest";
import type { ExtensionUIAnswer } from "../../../server/protocol/extension-ui.ts";
import { type Call, type Commands, Dispatcher, type Lane } from "../../../server/rpc/dispatcher.ts";
import type { SessionHost } from "../../../server/session/host.ts";
import { until } from "../../support/until.ts";

type Run = (args: Record<string, unknown>, call: Call) => unknown;
type Response = { id?: unknown; command: string; success: boolean; error?: string; data?: unknown };

/** A dispatcher over the given commands; `sent` holds what it wrote. */
function dispatcher(commands: Record<string, { lane: Lane; run: Run }>, before = Promise.resolve()) {
  const sent: Response[] = [];
  const answers: [string, ExtensionUIAnswer][] = [];
  const dialogs = { answer: (id: string, answer: ExtensionUIAnswer) => answers.push([id, answer]) };
  const host = { current: { dialogs } } as unknown as SessionHost;
  const emit = (record: object) => void sent.push(record as Response);
  const subject = new Dispatcher(host, commands as unknown as Commands, emit, before);
  return { subject, sent, answers, send: (record: unknown) => subject.receive(JSON.stringify(record)) };
}

const immediate = (run: Run) => ({ lane: "immediate" as const, run });
const ordered = (run: Run) => ({ lane: "ordered" as const, run });

test.each(["", "{", "null", "5", "[1]", '"x"', '{"type":5}'])("case 1: %j is answered by one parse error", (line) => {
  const { subject, sent } = dispatcher({});
  subject.receive(line);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ type: "response", command: "parse", success: false });
  expect(sent[0]?.error).toMatch(/^Failed to parse command: /);
  expect(sent[0]).not.toHaveProperty("id");
});

test("an unknown command echoes its name and id, also when it is the name of something inherited", () => {
  const { send, sent } = dispatcher({});
  send({ id: "a", type: "no_such" });
  send({ id: 2, type: "constructor" });
  expect(sent).toEqual([
    { id: "a", type: "response", command: "no_such", success: false, error: "Unknown command: no_such" },
    { id: 2, type: "response", command: "constructor", success: false, error: "Unknown command: constructor" },
  ]);
});

test("decision 1: strings and numbers are echoed as ids, anything else is refused by name", () => {
  const { send, sent } = dispatcher({ abort: immediate(() => undefined) });
  for (const id of ["x", 7, 0, ""]) send({ id, type: "abort" });
  send({ type: "abort" });
  send({ id: { a: 1 }, type: "abort" });
  expect(sent.map((one) => one.id)).toEqual(["x", 7, 0, "", undefined, undefined]);
  expect(sent[4]).not.toHaveProperty("id");
  expect(sent[5]).toMatchObject({ success: false, error: 'Invalid field "id": must be a string or a number' });
});

test("wrong arguments are refused before anything runs", () => {
  let ran = false;
  const { send, sent } = dispatcher({ prompt: ordered(() => (ran = true)) });
  send({ id: "p", type: "prompt" });
  expect(sent).toEqual([
    { id: "p", type: "response", command: "prompt", success: false, error: 'Missing field "message"' },
  ]);
  expect(ran).toBe(false);
});

test("ordered commands take turns; immediate ones do not wait for them", async () => {
  const gate = Promise.withResolvers<void>();
  const log: string[] = [];
  const { send, sent } = dispatcher({
    compact: ordered(async () => {
      log.push("compact");
      await gate.promise;
    }),
    clone: ordered(() => void log.push("clone")),
    abort: immediate(() => void log.push("abort")),
  });
  await Promise.resolve();
  send({ id: 1, type: "compact" });
  send({ id: 2, type: "clone" });
  send({ id: 3, type: "abort" });
  expect(log).toEqual(["compact", "abort"]);
  gate.resolve();
  await until("all have answered", () => sent.length === 3);
  expect(log).toEqual(["compact", "abort", "clone"]);
  expect(sent.map((one) => one.id)).toEqual([3, 1, 2]);
});

test("what needs no waiting has taken effect for the next command in the same write", async () => {
  let name = "old";
  const { send, sent } = dispatcher({
    set_session_name: ordered((args) => {
      name = args.name as string;
    }),
    get_state: immediate(() => ({ name })),
  });
  await Promise.resolve();
  send({ type: "set_session_name", name: "new" });
  send({ type: "get_state" });
  expect(sent.map((one) => one.data)).toEqual([undefined, { name: "new" }]);
});

test("a command that is released lets the next one begin and still answers once", async () => {
  const gate = Promise.withResolvers<void>();
  const { send, sent } = dispatcher({
    prompt: ordered(async (_args, call) => {
      call.release();
      await gate.promise;
      call.respond();
      call.respond("twice");
      return "thrice";
    }),
    clone: ordered(() => ({ cancelled: false })),
  });
  await Promise.resolve();
  send({ id: "p", type: "prompt", message: "x" });
  send({ id: "c", type: "clone" });
  await until("the second has answered", () => sent.length === 1);
  gate.resolve();
  await until("both have answered", () => sent.length === 2);
  expect(sent.map((one) => one.id)).toEqual(["c", "p"]);
  expect(sent[1]).toEqual({ id: "p", type: "response", command: "prompt", success: true });
});

test("case 3: a failure after the response is no second response", async () => {
  const { subject, send, sent } = dispatcher({
    prompt: ordered(async (_args, call) => {
      call.respond();
      await Promise.resolve();
      throw new Error("later");
    }),
  });
  await Promise.resolve();
  send({ id: "p", type: "prompt", message: "x" });
  await subject.settled();
  expect(sent).toHaveLength(1);
});

test("what is thrown becomes the error, at once or later", async () => {
  const { subject, send, sent } = dispatcher({
    fork: ordered(() => {
      throw new Error("Invalid entry ID for forking");
    }),
    clone: ordered(async () => {
      throw new Error("not saved");
    }),
  });
  await Promise.resolve();
  send({ type: "fork", entryId: "x" });
  send({ type: "clone" });
  await subject.settled();
  expect(sent.map((one) => one.error)).toEqual(["Invalid entry ID for forking", "not saved"]);
});

test("ordered commands wait until the agent extensions have started", async () => {
  const start = Promise.withResolvers<void>();
  const { send, sent } = dispatcher({ clone: ordered(() => null), abort: immediate(() => undefined) }, start.promise);
  send({ id: 1, type: "clone" });
  send({ id: 2, type: "abort" });
  expect(sent.map((one) => one.id)).toEqual([2]);
  start.resolve();
  await until("the ordered command has answered", () => sent.length === 2);
});

test("answers to dialogs get no response; one that does not fit counts as cancelled", () => {
  const { send, sent, answers } = dispatcher({});
  send({ type: "extension_ui_response", id: "d1", value: "yes" });
  send({ type: "extension_ui_response", id: "d2", value: "yes", confirmed: true });
  send({ type: "extension_ui_response", value: "yes" });
  send({ type: "extension_ui_response", id: 3, value: "yes" });
  expect(answers).toEqual([
    ["d1", { value: "yes" }],
    ["d2", { cancelled: true }],
  ]);
  expect(sent.map((one) => one.error)).toEqual(['Missing field "id"', 'Invalid field "id": must be string']);
});
