import { readFileSync } from "node:fs";
import { type FauxResponseStep, fauxAssistantMessage, fauxText, fauxToolCall } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { expect, test, vi } from "vitest";
import { until } from "../../support/until.ts";
import { openHost } from "./open-host.ts";

const says = (text: string) => fauxAssistantMessage(fauxText(text));

/** A reply that comes when the gate opens. */
function gated(text: string): { step: FauxResponseStep; open: () => void; asked: Promise<void> } {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const step: FauxResponseStep = async (_context, options) => {
    asked.resolve();
    const stopped = new Promise<void>((resolve) => options?.signal?.addEventListener("abort", () => resolve()));
    await Promise.race([gate.promise, stopped]);
    return says(text);
  };
  return { step, open: gate.resolve, asked: asked.promise };
}

const texts = (records: readonly object[]) =>
  records.flatMap((record) => {
    const { type, message } = record as { type: string; message?: { role: string; content: { text?: string }[] } };
    return type === "message_end" && message?.role === "user" ? [message.content[0]?.text] : [];
  });

test("decision 3: an accepted prompt is in the file before it is accepted, and accepted before its events", async () => {
  const { host, records, types } = await openHost({ responses: [says("hello")] });
  let atAcceptance: { file: string; events: number } | undefined;
  await host.prompting.prompt("written through", {}, () => {
    const file = host.current.store.writer?.path ?? "";
    atAcceptance = { file: readFileSync(file, "utf8"), events: records.length };
  });
  expect(atAcceptance?.file).toContain("written through");
  expect(atAcceptance?.events).toBe(0);
  await host.current.sdk.waitForIdle();
  const order = types().filter((type) => !type.startsWith("message_update") && type !== "entry_appended");
  expect(order).toEqual([
    "agent_start",
    "turn_start",
    "message_start user",
    "message_end user",
    "message_start assistant",
    "message_end assistant",
    "turn_end assistant",
    "agent_end",
    "agent_settled",
  ]);
});

test("decision 2: the second of two prompts is refused while the first is starting", async () => {
  const { host } = await openHost({ responses: [says("one"), says("two")] });
  const first = host.prompting.prompt("one", {}, () => {});
  await expect(host.prompting.prompt("two", {}, () => {})).rejects.toThrow("Agent is already processing.");
  await first;
  await host.current.sdk.waitForIdle();
  expect(host.current.sdk.messages.filter((message) => message.role === "user")).toHaveLength(1);
});

test("a prompt that is to be queued waits for the start of the one before", async () => {
  const { host, records } = await openHost({ responses: [says("one"), says("two")] });
  await Promise.all([
    host.prompting.prompt("one", {}, () => {}),
    host.prompting.prompt("two", { streamingBehavior: "followUp" }, () => {}),
  ]);
  await host.current.sdk.waitForIdle();
  expect(texts(records)).toEqual(["one", "two"]);
});

test("decision 2: an abort right behind a prompt stops it before the model is asked", async () => {
  const { host, faux, records } = await openHost({ responses: [says("never")] });
  const accepted = vi.fn();
  const prompt = host.prompting.prompt("one", {}, accepted);
  await host.prompting.abort();
  await prompt;
  expect(accepted).toHaveBeenCalledTimes(1);
  expect(host.current.sdk.isStreaming).toBe(false);
  expect(texts(records)).toEqual(["one"]);
  expect(records.some((record) => record.type === "message_update")).toBe(false);
  expect(faux.getPendingResponseCount()).toBeLessThanOrEqual(1);
});

test("behaviour 3.7: an abort goes on with what is queued, images included", async () => {
  const image = {
    type: "image" as const,
    data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    mimeType: "image/png",
  };
  const first = gated("never");
  const { host, records, types } = await openHost({ responses: [first.step, says("second"), says("third")] });
  await host.prompting.prompt("one", {}, () => {});
  await first.asked;
  await host.prompting.steer("two", [image]);
  await host.prompting.followUp("three", undefined);
  await host.prompting.abort();
  expect(types().at(-1)).toBe("agent_end");
  await host.current.sdk.waitForIdle();
  expect(texts(records)).toEqual(["one", "two", "three"]);
  const steered = records.find((record) => record.type === "message_end" && texts([record])[0] === "two");
  expect(steered).toMatchObject({ message: { content: [{ type: "text" }, { type: "image", mimeType: "image/png" }] } });
});

test("what is cleared from the queue is not delivered after an abort", async () => {
  const first = gated("never");
  const { host, records } = await openHost({ responses: [first.step, says("second")] });
  await host.prompting.prompt("one", {}, () => {});
  await first.asked;
  await host.prompting.steer("two", undefined);
  expect(host.prompting.clearQueue()).toEqual({ steering: ["two"], followUp: [] });
  await host.prompting.abort();
  await host.current.sdk.waitForIdle();
  expect(texts(records)).toEqual(["one"]);
});

test("case 13: what is steered while an abort is under way is delivered", async () => {
  const first = gated("never");
  const { host, records } = await openHost({ responses: [first.step, says("second"), says("third")] });
  await host.prompting.prompt("one", {}, () => {});
  await first.asked;
  const aborted = host.prompting.abort();
  await host.prompting.steer("two", undefined);
  await host.prompting.steer("three", undefined);
  await aborted;
  await until("both are delivered", () => texts(records).length === 3);
  expect(texts(records)).toEqual(["one", "two", "three"]);
  await host.current.sdk.waitForIdle();
});

test("an idle session with something queued stays idle when it is aborted", async () => {
  const { host, faux } = await openHost({ responses: [says("never")] });
  await host.prompting.steer("later", undefined);
  await host.prompting.abort();
  await host.prompting.abort();
  expect(host.current.sdk.pendingMessageCount).toBe(1);
  expect(faux.state.callCount).toBe(0);
});

test("a prompt that is refused leaves no trace", async () => {
  const { host, records } = await openHost({ args: ["--no-session"] });
  host.current.sdk.modelRuntime.hasConfiguredAuth = () => false;
  host.current.sdk.modelRuntime.checkAuth = async () => undefined;
  const accepted = vi.fn();
  await expect(host.prompting.prompt("x", {}, accepted)).rejects.toThrow("No API key found for faux.");
  expect(accepted).not.toHaveBeenCalled();
  expect(records).toEqual([]);
});

test("the message of an agent extension goes on after an abort as what it is", async () => {
  const first = gated("never");
  let api: ExtensionAPI | undefined;
  const factory = (pi: ExtensionAPI) => {
    api = pi;
  };
  const { host, records } = await openHost({
    builtins: [{ name: "probe", factory }],
    responses: [first.step, says("second")],
  });
  await host.prompting.prompt("one", {}, () => {});
  await first.asked;
  const aborted = host.prompting.abort();
  api?.sendMessage({ customType: "probe", content: "from an extension", display: true }, { triggerTurn: true });
  await aborted;
  await until("it is delivered", () =>
    records.some((record) => record.type === "message_end" && record.message.role === "custom"),
  );
  await host.current.sdk.waitForIdle();
  expect(texts(records)).toEqual(["one"]);
});

test("case 24: a handler that never returns is let go of after an abort, and named", async () => {
  const factory = (pi: ExtensionAPI) => void pi.on("tool_call", () => new Promise<undefined>(() => {}));
  const call = fauxAssistantMessage([fauxToolCall("bash", { command: "true" })], { stopReason: "toolUse" });
  const { host, records, seen } = await openHost({
    builtins: [{ name: "stuck", factory }],
    responses: [call, says("never")],
  });
  await host.prompting.prompt("one", {}, () => {});
  await seen((record) => record.type === "tool_execution_start");
  await host.prompting.abort();
  expect(host.current.sdk.isStreaming).toBe(false);
  expect(records).toContainEqual({
    type: "extension_error",
    extensionPath: "<inline:stuck>",
    event: "tool_call",
    error: "Did not return after an abort; the agent goes on without it.",
  });
  expect(records).toContainEqual(expect.objectContaining({ type: "tool_execution_end", isError: true }));
});
