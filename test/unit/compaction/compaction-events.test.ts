import { isContextOverflow, isRetryableAssistantError } from "@earendil-works/pi-ai";
import type { AgentSessionEvent } from "@earendil-works/pi-coding-agent";
import { expect, test } from "vitest";
import { CompactionEvents } from "../../../server/compaction/compaction-events.ts";
import { holdBackOversized } from "../../../server/compaction/hard-limit.ts";
import { assistant } from "./messages.ts";

type End = Extract<AgentSessionEvent, { type: "compaction_end" }>;

const turnEnd = { type: "turn_end" } as AgentSessionEvent;
const start = (reason: End["reason"]): AgentSessionEvent => ({ type: "compaction_start", reason });

function end(reason: End["reason"], tokensAfter?: number): End {
  const result =
    tokensAfter === undefined
      ? undefined
      : { summary: "", firstKeptEntryId: "a", tokensBefore: 1, estimatedTokensAfter: tokensAfter };
  return { type: "compaction_end", reason, result, aborted: false, willRetry: false } as End;
}

function recording(window = 1000) {
  const told: AgentSessionEvent[] = [];
  const events = new CompactionEvents(
    (event) => told.push(event),
    () => window,
  );
  return { told, events, types: () => told.map((event) => event.type) };
}

test("5.13 a manual compaction is told from its first moment", () => {
  const { events, types } = recording();
  events.take(start("manual"));
  expect(types()).toEqual(["compaction_start"]);
  events.take(end("manual"));
  expect(types()).toEqual(["compaction_start", "compaction_end"]);
});

test("5.15 one that starts by itself and has nothing to do is not told at all", () => {
  const { events, types } = recording();
  events.take(start("threshold"));
  events.forget();
  events.take(end("threshold"));
  expect(types()).toEqual([]);
  events.take(start("threshold"));
  events.begin();
  events.take(end("threshold"));
  expect(types()).toEqual(["compaction_start", "compaction_end"]);
});

test("5.13 one that an agent extension cancels is told from start to end", () => {
  const { events, types } = recording();
  events.take(start("threshold"));
  events.take(end("threshold"));
  expect(types()).toEqual(["compaction_start", "compaction_end"]);
});

test("5.22 in mid-run a context that is still too long gives result and error, and stops the next request once", async () => {
  const { events, told } = recording();
  const agent: Parameters<typeof holdBackOversized>[0] = { prepareRequest: async () => ({ thinkingLevel: "low" }) };
  holdBackOversized(agent, events);
  events.take(turnEnd);
  events.take(start("threshold"));
  events.begin();
  events.take(end("threshold", 1001));
  const last = told.at(-1) as End;
  expect(last.result?.estimatedTokensAfter).toBe(1001);
  expect(last.errorMessage).toContain("1001 of 1000 tokens");
  const request = {} as Parameters<NonNullable<typeof agent.prepareRequest>>[0];
  await expect(agent.prepareRequest?.(request, undefined)).rejects.toThrow(last.errorMessage);
  expect(await agent.prepareRequest?.(request, undefined)).toEqual({ thinkingLevel: "low" });
});

test("5.22 the error is neither retried nor taken for the provider's own", () => {
  const { events } = recording(10_000);
  events.take(turnEnd);
  events.take(start("threshold"));
  events.take(end("threshold", 12_500));
  const message = { ...assistant([], "error"), errorMessage: events.takeRefusal() ?? expect.unreachable() };
  expect(isContextOverflow(message as never, 10_000)).toBe(false);
  expect(isRetryableAssistantError(message as never)).toBe(false);
});

test("5.22 between runs, and while it fits, nothing is held back", () => {
  const { events, told } = recording();
  events.take(turnEnd);
  events.take({ type: "agent_end" } as AgentSessionEvent);
  events.take(start("threshold"));
  events.take(end("threshold", 5000));
  events.take(turnEnd);
  events.take(start("threshold"));
  events.take(end("threshold", 1000));
  expect(told.some((event) => "errorMessage" in event)).toBe(false);
  expect(events.takeRefusal()).toBeUndefined();
});

test("5.22 a run that was aborted before its request does not stop the next one", () => {
  const { events } = recording();
  events.take(turnEnd);
  events.take(start("threshold"));
  events.take(end("threshold", 5000));
  events.take({ type: "agent_start" });
  expect(events.takeRefusal()).toBeUndefined();
});
