/** Framing: what a record is, in both directions. */
import { expect, test } from "vitest";
import { deltas, lastMessage, textOf } from "../../support/records.ts";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer();

test("1.10 a response repeats the request id", async () => {
  const response = await t.rpc.command("get_state", {}, "my id é 1");
  expect(response).toMatchObject({ type: "response", id: "my id é 1", command: "get_state", success: true });
});

test("1.10 a command without id gets a response without id", async () => {
  const from = t.rpc.mark();
  t.rpc.send({ type: "get_session_stats" });
  const response = await t.rpc.waitFor((r) => r.command === "get_session_stats", { from });
  expect(response.success).toBe(true);
  expect("id" in response).toBe(false);
});

test("1.1 a command ended by CRLF is accepted", async () => {
  t.rpc.write('{"id":"crlf","type":"get_state"}\r\n');
  expect((await t.rpc.response("crlf")).success).toBe(true);
});

test("1.2 a command cut inside a UTF-8 sequence is put together again", async () => {
  const bytes = Buffer.from('{"id":"cut","type":"set_session_name","name":"naïve 🦀 crab"}\n');
  const cut = bytes.indexOf(0xf0) + 2;
  t.rpc.write(bytes.subarray(0, cut));
  await new Promise((resolve) => setTimeout(resolve, 50)); // two reads on the other side, most likely
  t.rpc.write(bytes.subarray(cut));
  expect((await t.rpc.response("cut")).success).toBe(true);
  expect((await t.rpc.ok("get_state")).sessionName).toBe("naïve 🦀 crab");
});

test("1.3 a message of 2 MiB arrives in one complete record", async () => {
  const big = "line of text é ".repeat(150_000);
  t.endpoint.push([big]);
  const records = await t.rpc.run("big please");
  expect(textOf(lastMessage(records, "assistant")) === big).toBe(true);
});

test("1.6 a parse error carries no id and names what is wrong", async () => {
  const from = t.rpc.mark();
  t.rpc.write("not json\n");
  const response = await t.rpc.waitFor((r) => r.command === "parse", { from });
  expect(response).toEqual({
    type: "response",
    command: "parse",
    success: false,
    error: expect.stringMatching(/^Failed to parse command: ./),
  });
});

test("1.6 the server goes on after a parse error", async () => {
  t.rpc.write("}{\n");
  await t.rpc.ok("get_state");
});

test("1.9 an unknown command fails under its own name and id", async () => {
  const response = await t.rpc.command("no_such_command", {}, "unknown-1");
  expect(response).toEqual({
    type: "response",
    id: "unknown-1",
    command: "no_such_command",
    success: false,
    error: "Unknown command: no_such_command",
  });
});

test("1.9 context_compact is an unknown command", async () => {
  const from = t.rpc.mark();
  expect(await t.rpc.refused("context_compact")).toBe("Unknown command: context_compact");
  expect(t.rpc.since(from).filter((r) => r.type !== "response")).toEqual([]);
});

test("1.7 empty lines do not end the server", async () => {
  t.rpc.write("\n\n\r\n");
  await t.rpc.ok("get_state");
});

test("1.12 stdout holds nothing but objects with a type, each ended by LF alone", async () => {
  t.endpoint.push([{ reasoning: "hm" }, "hello", { tool: "bash", args: { command: "printf 'a\\nb\\n'" } }], ["done"]);
  const records = await t.rpc.run("go");
  expect(deltas(records, "text_delta")).toBe("hellodone");
  expect(t.rpc.badLines).toEqual([]);
  expect(t.rpc.sawCarriageReturn).toBe(false);
});

test("1.11 every command gets exactly one response", async () => {
  const from = t.rpc.mark();
  for (let i = 0; i < 50; i++)
    t.rpc.send({ id: `one${i}`, type: ["get_state", "clear_queue", "abort", "nope"][i % 4] });
  await t.rpc.ok("get_state");
  const ids = t.rpc.since(from).filter((r) => String(r.id).startsWith("one"));
  expect(ids).toHaveLength(50);
  expect(new Set(ids.map((r) => r.id)).size).toBe(50);
});

test("9.3 read-only commands sent in one write are answered in order", async () => {
  const from = t.rpc.mark();
  const types = ["get_state", "get_messages", "get_entries", "get_tree"];
  const ids = Array.from({ length: 20 }, (_, i) => `pipe${i}`);
  t.rpc.write(ids.map((id, i) => `${JSON.stringify({ id, type: types[i % 4] })}\n`).join(""));
  await t.rpc.response("pipe19", from);
  const responses = t.rpc.since(from).filter((r) => r.type === "response");
  expect(responses.map((r) => r.id)).toEqual(ids);
});
