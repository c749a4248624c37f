/** Size and speed that would hurt: huge records, a reader that does not read. */
import { expect, test } from "vitest";
import { fauxExtension } from "../support/faux-extension.ts";
import { label, lastMessage, textOf, updates } from "../support/records.ts";
import { scenario } from "../support/scenario.ts";
import { sharedServer } from "../support/shared-server.ts";
import { untilQuiet, usageOf } from "../support/usage.ts";

const options = { files: { "extensions/faux.ts": fauxExtension }, args: ["--model", "faux/words"], patience: 60_000 };
const t = sharedServer(options);

test("case 5: a command of 20 MB is taken, and an event of 20 MB comes whole", async () => {
  const size = 20_000_000;
  await t.rpc.ok("set_session_name", { name: "n".repeat(size) });
  expect((await t.rpc.ok("get_state")).sessionName).toHaveLength(size);
  const records = await t.rpc.run(`big ${size}`);
  expect(textOf(lastMessage(records, "assistant"))).toHaveLength(size);
  expect(updates(records).find((event) => event.type === "text_delta")?.delta).toHaveLength(size);
});

test("1.3 case 5: a session with huge records goes on and is read again", async () => {
  await t.rpc.run("big 5000000");
  const { sessionFile } = await t.rpc.ok("get_state");
  await t.rpc.ok("new_session");
  await t.rpc.ok("switch_session", { sessionPath: sessionFile as string });
  const { text } = await t.rpc.ok("get_last_assistant_text");
  expect(text).toHaveLength(5_000_000);
});

test("case 8: bytes written for one message grow linearly with its length", async () => {
  const bytes = async (words: number) => {
    const from = t.rpc.mark();
    const records = await t.rpc.run(`say ${words}`);
    return t.rpc.sizes.slice(from, from + records.length).reduce((sum, size) => sum + size, 0);
  };
  const [once, tenfold] = [await bytes(2000), await bytes(20_000)];
  expect(tenfold / once).toBeLessThan(11);
});

test("1.14 case 6: a client that does not read while 200,000 events come costs no memory without bound and loses nothing", async () => {
  const { rpc } = await scenario(options);
  await rpc.run("say 20000"); // warm
  await untilQuiet(rpc.pid);
  const idle = usageOf(rpc.pid).rssMib;
  const from = rpc.mark();
  await rpc.ok("prompt", { message: "say 200000" });
  rpc.child.stdout?.pause();
  await untilQuiet(rpc.pid);
  expect(usageOf(rpc.pid).rssMib - idle).toBeLessThan(200);
  rpc.child.stdout?.resume();
  await rpc.event("agent_settled", from);
  const deltas = rpc.since(from).filter((r) => label(r) === "update:text_delta");
  expect(deltas).toHaveLength(200_000);
  const wrong = deltas.findIndex((r, i) => r.assistantMessageEvent.delta !== `word${i % 10} `);
  expect(wrong).toBe(-1);
});
