import { expect, test } from "vitest";
import { Connection } from "../../../server/client/connection.ts";
import { CommandError, ServerEndedError } from "../../../server/client/errors.ts";
import type { Transport, TransportEnd } from "../../../server/client/transport.ts";

const ended: TransportEnd = { exitCode: 3, signal: null, stderr: "line one\nline two" };

/** A transport in memory: what the connection sent, and both kinds of news. */
class Wire implements Transport {
  sent: Record<string, unknown>[] = [];
  message: (text: string) => void = () => {};
  end: (end: TransportEnd) => void = () => {};
  onMessage(listener: (text: string) => void): void {
    this.message = listener;
  }
  onEnd(listener: (end: TransportEnd) => void): void {
    this.end = listener;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  receive(record: unknown): void {
    this.message(JSON.stringify(record));
  }
}

function connect() {
  const wire = new Wire();
  const logged: string[] = [];
  const connection = new Connection(wire, (text) => logged.push(text));
  const records: unknown[] = [];
  connection.onRecord((record) => records.push(record));
  return { wire, logged, connection, records };
}

test("a request settles with the response that carries its id, whatever the order", async () => {
  const { wire, connection } = connect();
  const first = connection.request("get_state");
  const second = connection.request("bash", { command: "ls" }, { id: "mine" });
  expect(wire.sent).toEqual([
    { type: "get_state", id: "c1" },
    { type: "bash", id: "mine", command: "ls" },
  ]);
  wire.receive({ type: "response", id: "mine", command: "bash", success: true, data: { output: "x" } });
  wire.receive({ type: "response", id: "c1", command: "get_state", success: false, error: "no" });
  expect(await second).toEqual({ output: "x" });
  const error = await first.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CommandError);
  expect(error).toMatchObject({ message: "no", command: "get_state" });
});

test("case 79: a response and the end in one read: the answer counts, then the end is reported", async () => {
  const { wire, connection } = connect();
  const order: string[] = [];
  connection.onEnd(() => order.push("end"));
  const answered = connection.request("get_state");
  const unanswered = connection.request("get_tree");
  wire.receive({ type: "response", id: "c1", command: "get_state", success: true, data: 1 });
  wire.end(ended);
  expect(await answered).toBe(1);
  const error = await unanswered.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ServerEndedError);
  expect((error as Error).message).toBe(
    'The server ended with exit code 3 before it answered "get_tree".\nline one\nline two',
  );
  expect(order).toEqual(["end"]);
});

test("case 79: a late or stray response never appears as an event", async () => {
  const { wire, connection, records, logged } = connect();
  const giveUp = new AbortController();
  const request = connection.request("get_state", {}, { signal: giveUp.signal });
  giveUp.abort(new Error("too slow"));
  await expect(request).rejects.toThrow("too slow");
  wire.receive({ type: "response", id: "c1", command: "get_state", success: true });
  wire.receive({ type: "response", command: "parse", success: false, error: "Failed to parse command: x" });
  expect(records).toEqual([]);
  expect(logged).toHaveLength(2);
});

test("case 27: after the end a request is rejected at once and nothing is sent", async () => {
  const { wire, connection } = connect();
  wire.end(ended);
  await expect(connection.request("get_state")).rejects.toBeInstanceOf(ServerEndedError);
  connection.notify({ type: "extension_ui_response", id: "1", cancelled: true });
  expect(wire.sent).toEqual([]);
  expect(connection.end).toEqual(ended);
});

test("case 27: a second end is not reported", () => {
  const { wire, connection } = connect();
  let ends = 0;
  connection.onEnd(() => ends++);
  wire.end(ended);
  wire.end({ ...ended, exitCode: 0 });
  expect(ends).toBe(1);
  expect(connection.end?.exitCode).toBe(3);
});

test("records keep their order, unknown types included, and a listener that throws harms nobody", () => {
  const { wire, connection, records, logged } = connect();
  connection.onRecord(() => {
    throw new Error("listener boom");
  });
  const later: unknown[] = [];
  const off = connection.onRecord((record) => later.push(record));
  wire.receive({ type: "agent_start" });
  wire.receive({ type: "something_new", deep: { x: [1] } });
  off();
  wire.receive({ type: "agent_end" });
  expect(records.map((record) => (record as { type: string }).type)).toEqual([
    "agent_start",
    "something_new",
    "agent_end",
  ]);
  expect(later).toHaveLength(2);
  expect(logged.every((text) => text.includes("listener boom"))).toBe(true);
});

test("lines that are no record are logged and skipped", () => {
  const { wire, records, logged } = connect();
  for (const text of ["", "null", "[1]", "5", '"x"', "{", '{"type":5}']) wire.message(text);
  wire.receive({ type: "agent_start" });
  expect(records).toEqual([{ type: "agent_start" }]);
  expect(logged).toHaveLength(7);
});

test("an id in use is refused; own ids are never used twice", async () => {
  const { wire, connection } = connect();
  void connection.request("bash", { command: "a" }, { id: "b1" });
  await expect(connection.request("bash", { command: "b" }, { id: "b1" })).rejects.toThrow('"b1" is in use');
  const ids = [connection.newId(), connection.newId()];
  void connection.request("get_state");
  expect(new Set([...ids, ...wire.sent.map((record) => record.id)]).size).toBe(4);
});
