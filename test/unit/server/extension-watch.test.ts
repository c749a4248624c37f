import type { Extension } from "@earendil-works/pi-coding-agent";
import { expect, test } from "vitest";
import { watchExtensions } from "../../../server/session/extension-watch.ts";

type Handler = (...args: unknown[]) => unknown;

/** An extension with one handler for an event, one command and one tool, all the same function. */
function extension(handler: Handler) {
  const handlers = new Map<string, Handler[]>(["tool_call", "turn_end"].map((event) => [event, [handler]]));
  const commands = new Map([["go", { name: "go", handler }]]);
  const tools = new Map([["mine", { definition: { name: "mine", execute: handler } }]]);
  const value = { path: "/x.ts", handlers, commands, tools };
  const watch = watchExtensions([value as unknown as Extension]);
  return {
    watch,
    on: (event: string) => handlers.get(event)?.[0]?.("event", "ctx"),
    command: () => commands.get("go")?.handler("args", "ctx"),
    tool: () => tools.get("mine")?.definition.execute("id", {}),
  };
}

const forever = () => new Promise(() => {});

test("handlers that return are left alone, with their arguments, answers and errors", async () => {
  const seen: unknown[] = [];
  const { on, command, watch } = extension(async (...args) => {
    seen.push(args);
    return "answer";
  });
  expect(await on("tool_call")).toBe("answer");
  expect(await command()).toBe("answer");
  expect(seen).toEqual([
    ["event", "ctx"],
    ["args", "ctx"],
  ]);
  expect(watch.running().size).toBe(0);
  const sync = extension(() => "at once");
  expect(sync.on("turn_end")).toBe("at once");
  const throwing = extension(async () => {
    throw new Error("boom");
  });
  await expect(throwing.on("tool_call")).rejects.toThrow("boom");
});

test("a handler that never returns is named, and the safe answer stands for its own", async () => {
  const { on, command, tool, watch } = extension(forever);
  const decisions = [on("tool_call"), on("turn_end"), command()];
  const running = tool();
  expect(watch.abandon()).toEqual([
    { extensionPath: "/x.ts", event: "tool_call" },
    { extensionPath: "/x.ts", event: "turn_end" },
    { extensionPath: "/x.ts", event: "command:go" },
    { extensionPath: "/x.ts", event: "tool:mine" },
  ]);
  await expect(running).rejects.toThrow("the tool did not stop");
  expect(await Promise.all(decisions)).toEqual([expect.objectContaining({ block: true }), undefined, undefined]);
  expect(watch.abandon()).toEqual([]);
});

test("only those that were running at a given moment can be let go of", async () => {
  const { on, watch } = extension(forever);
  const before = on("turn_end");
  const running = watch.running();
  void on("tool_call");
  expect(watch.abandon(running)).toEqual([{ extensionPath: "/x.ts", event: "turn_end" }]);
  expect(await before).toBeUndefined();
  expect(watch.running().size).toBe(1);
});
