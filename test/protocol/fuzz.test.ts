/** Random commands in random order, cut at random places: one answer each, no crash, a session that loads again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Script } from "../support/script.ts";
import { messagesOf, readSession } from "../support/session-file.ts";
import { sharedServer } from "../support/shared-server.ts";

const t = sharedServer({ patience: 60_000 });

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom("hi", "/nothing here", "\u2028", "🦀"),
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const command = (type: string, fields: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ type: fc.constant(type), ...fields });

const commands = fc.oneof(
  command("prompt", { message: text, streamingBehavior: optional(fc.constantFrom("steer", "followUp", "bogus")) }),
  command("steer", { message: text }),
  command("follow_up", { message: text }),
  command("set_model", { provider: fc.constant("mock"), modelId: fc.constantFrom("main", "plain", "gone") }),
  command("set_thinking_level", { level: fc.constantFrom("off", "low", "high", "max", "bogus") }),
  command("set_steering_mode", { mode: fc.constantFrom("all", "one-at-a-time", "bogus") }),
  command("set_auto_compaction", { enabled: fc.oneof(fc.boolean(), fc.constant("maybe")) }),
  command("bash", { command: fc.constantFrom("true", "echo out", "echo err >&2; exit 3", "printf '\\377'") }),
  command("abort_bash", { requestId: optional(fc.constantFrom("f1", "f2", "nobody")) }),
  command("fork", { entryId: fc.constantFrom("nope", "") }),
  command("get_entries", { since: optional(fc.constant("ffffffff")) }),
  command("set_session_name", { name: text }),
  command("switch_session", { sessionPath: fc.constantFrom("/nowhere.jsonl", "/dev/null") }),
  command("navigate_tree", { targetId: fc.constantFrom("nope", "") }),
  command("set_label", { targetId: fc.constant("nope"), label: text }),
  ...[
    ..."abort clear_queue new_session clone compact abort_compaction cycle_model cycle_thinking_level abort_retry".split(
      " ",
    ),
    ..."get_state get_messages get_tree get_session_stats get_commands get_available_models get_fork_messages".split(
      " ",
    ),
    ..."get_last_assistant_text get_capabilities list_sessions context_compact".split(" "),
  ].map((type) => command(type)),
);
/** What is no command: each line gets one parse error. */
const nonsense = fc.oneof(
  fc.constantFrom("", "null", "[]", "5", '"x"', "{", '{"type":5}', "{}"),
  fc.string({ maxLength: 20 }).map((junk) => `!${junk.replaceAll(/[\r\n]/g, " ")}`),
);
const step = fc.oneof({ arbitrary: commands, weight: 9 }, { arbitrary: nonsense, weight: 1 });
const script: fc.Arbitrary<Script> = fc.oneof(
  {
    arbitrary: fc.array(
      text.map((each) => ({ text: each })),
      { maxLength: 3 },
    ),
    weight: 6,
  },
  { arbitrary: fc.constant([{ reasoning: "hm" }, "answer"]), weight: 2 },
  { arbitrary: fc.constant([{ tool: "bash", args: { command: "echo tool" } }]), weight: 2 },
  { arbitrary: fc.constant(["half ", { drop: true }] as const), weight: 1 },
  { arbitrary: fc.constant({ status: 400, body: { error: { message: "no" } } }), weight: 1 },
);

test("fuzz: each of many random commands gets exactly one response, and the session file loads again", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 50 }),
      fc.array(script, { maxLength: 20 }),
      fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 30 }),
      async (steps, scripts, cuts) => {
        run++;
        await t.rpc.ok("abort");
        await t.rpc.ok("new_session");
        t.endpoint.reset();
        t.endpoint.push(...scripts);
        const from = t.rpc.mark();
        const ids = steps.flatMap((each, i) => (typeof each === "string" ? [] : [`r${run}-${i}`]));
        const lines = steps.map((each, i) =>
          typeof each === "string" ? each : JSON.stringify({ ...each, id: `r${run}-${i}` }),
        );
        writeCut(Buffer.from(lines.map((line) => `${line}\n`).join("")), cuts);
        for (const id of ids) await t.rpc.response(id, from);
        await t.rpc.ok("abort_bash");
        await t.rpc.ok("clear_queue");
        await t.rpc.ok("abort");
        const responses = t.rpc.since(from).filter((r) => r.type === "response");
        for (const id of ids) expect(responses.filter((r) => r.id === id)).toHaveLength(1);
        const refusedLines = responses.filter((r) => r.command === "parse");
        expect(refusedLines).toHaveLength(steps.length - ids.length);
        await loadsAgain();
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
}, 180_000);

function writeCut(bytes: Buffer, cuts: number[]): void {
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = 1 + (cuts[i % cuts.length] ?? 0);
    t.rpc.write(bytes.subarray(at, at + size));
    at += size;
  }
}

/** What is in memory is what a fresh look at the file gives. */
async function loadsAgain(): Promise<void> {
  const { sessionFile } = await t.rpc.ok("get_state");
  const { entries, leafId } = await t.rpc.ok("get_entries");
  const { messages } = await t.rpc.ok("get_messages");
  if (messages.length === 0) return;
  expect(messagesOf(readSession(sessionFile))).toEqual(messagesOf(entries));
  await t.rpc.ok("new_session");
  await t.rpc.ok("switch_session", { sessionPath: sessionFile as string });
  expect(await t.rpc.ok("get_entries")).toEqual({ entries, leafId });
  expect((await t.rpc.ok("get_messages")).messages).toEqual(messages);
}
