/** What the server takes from stdin: any bytes, any size, any nonsense. */
import { describe, expect, test } from "vitest";
import { Gate } from "../support/gate.ts";
import { deltas, userTexts } from "../support/records.ts";
import { scenario } from "../support/scenario.ts";
import { sharedServer } from "../support/shared-server.ts";

describe("records", () => {
  const t = sharedServer();

  test("1.1 case 1: U+2028, U+2029 and U+0085 are data in both directions, written unescaped", async () => {
    const text = "one\u2028two\u2029three\u0085four";
    t.endpoint.push([text]);
    const from = t.rpc.mark();
    const records = await t.rpc.run(text);
    expect(userTexts(records)).toEqual([text]);
    expect(t.endpoint.requests[0]?.lastUserText).toBe(text);
    expect(deltas(records, "text_delta")).toBe(text);
    const end = records.findIndex((r) => r.type === "message_end" && r.message.role === "user");
    expect(t.rpc.sizes[from + end]).toBe(Buffer.byteLength(JSON.stringify(records[end])));
  });

  for (const nonsense of [
    "",
    "null",
    "5",
    "[1]",
    '"x"',
    "{",
    "true",
    '{"no":"type"}',
    '{"type":5}',
    "\u0000",
    "{}{}",
  ]) {
    test(`1.8 case 1: the line ${JSON.stringify(nonsense)} gets one parse error and the server goes on`, async () => {
      const from = t.rpc.mark();
      t.rpc.write(`${nonsense}\n`);
      await t.rpc.ok("get_state");
      const [refusal, ...rest] = t.rpc.since(from);
      expect(refusal).toEqual({
        type: "response",
        command: "parse",
        success: false,
        error: expect.stringMatching(/^Failed to parse command: ./),
      });
      expect(rest.map((r) => r.command)).toEqual(["get_state"]);
    });
  }

  test("1.7 an empty line and one that is a lone CR are malformed records, each answered once", async () => {
    const from = t.rpc.mark();
    t.rpc.write("\n\r\n");
    await t.rpc.ok("get_state");
    expect(t.rpc.since(from).map((r) => r.command)).toEqual(["parse", "parse", "get_state"]);
  });

  test("1.10 decision 1: string and number ids are echoed as they came, on success and on failure", async () => {
    for (const id of ["", "id-1", "  spaced ", 0, 7, -1.5, "7"]) {
      expect(await t.rpc.command("get_state", {}, id)).toMatchObject({ id, success: true });
    }
    for (const id of ["f-1", 8, 0.25]) {
      expect(await t.rpc.command("fork", { entryId: "nope" }, id)).toMatchObject({ id, success: false });
    }
    for (const id of ["u-1", 9]) expect(await t.rpc.command("nope", {}, id)).toMatchObject({ id, success: false });
  });

  test("decision 1: an id of another type is refused by name, and nothing is done", async () => {
    for (const id of [null, true, {}, [1]]) {
      const from = t.rpc.mark();
      t.rpc.send({ id, type: "set_session_name", name: "never" });
      const response = await t.rpc.waitFor((r) => r.type === "response", { from });
      expect(response).toEqual({
        type: "response",
        command: "set_session_name",
        success: false,
        error: expect.stringContaining('"id"'),
      });
    }
    expect("sessionName" in (await t.rpc.ok("get_state"))).toBe(false);
  });

  test("1.3 a command of 4 MiB is taken whole", async () => {
    const name = "n".repeat(4 * 1024 * 1024);
    await t.rpc.ok("set_session_name", { name });
    expect((await t.rpc.ok("get_state")).sessionName === name).toBe(true);
  });

  test("1.4 events go on while half of a huge record has arrived", async () => {
    const gate = new Gate();
    t.endpoint.push([{ gate }, "meanwhile"]);
    const from = t.rpc.mark();
    await t.rpc.ok("prompt", { message: "go" });
    const record = `${JSON.stringify({ id: "huge", type: "set_session_name", name: "x".repeat(8_000_000) })}\n`;
    t.rpc.write(record.slice(0, 7_000_000));
    await gate.reached;
    gate.open();
    await t.rpc.event("agent_settled", from);
    expect(deltas(t.rpc.since(from), "text_delta")).toBe("meanwhile");
    t.rpc.write(record.slice(7_000_000));
    expect((await t.rpc.response("huge", from)).success).toBe(true);
  });

  test("1.2 records cut at every byte come out whole", async () => {
    const record = Buffer.from(`${JSON.stringify({ id: "bytes", type: "set_session_name", name: "ü🦀\u2028é" })}\r\n`);
    for (const byte of record) t.rpc.write(Buffer.of(byte));
    expect((await t.rpc.response("bytes")).success).toBe(true);
    expect((await t.rpc.ok("get_state")).sessionName).toBe("ü🦀\u2028é");
  });
});

test("1.5 a last record without a line end is carried out when stdin ends", async () => {
  const { rpc } = await scenario();
  await rpc.ok("get_state");
  rpc.write('{"id":"last","type":"get_session_stats"}');
  await rpc.stop();
  expect(rpc.records.find((r) => r.id === "last")).toMatchObject({ success: true, command: "get_session_stats" });
});

test("1.5 11.1 commands that were sent before stdin ended are all answered", async () => {
  const { rpc } = await scenario();
  const ids = Array.from({ length: 30 }, (_, i) => `q${i}`);
  rpc.write(ids.map((id, i) => `{"id":"${id}","type":"set_session_name","name":"n${i}"}\n`).join(""));
  await rpc.stop();
  const responses = rpc.records.filter((r) => r.type === "response");
  expect(responses.map((r) => [r.id, r.success])).toEqual(ids.map((id) => [id, true]));
});

test("1.13 a reader that is gone ends the server", async () => {
  const { rpc } = await scenario();
  await rpc.ok("get_state");
  rpc.child.stdout?.destroy();
  rpc.send({ type: "get_state" });
  expect(await rpc.exited).toEqual({ code: 1, signal: null });
});
