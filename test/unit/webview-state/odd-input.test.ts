/** Events, entries and messages that nobody expects: shown as data or left out, never an exception. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PanelRecord } from "../../../extension/panel/messages.ts";
import { placesOf } from "../../../webview/transcript/find/places.ts";
import { linesOf } from "../../../webview/transcript/lines.ts";
import { chatState, event, factsOf, open, push, rowsOf, update } from "./chat.ts";
import { oddEntry, oddEvent } from "./odd.ts";

/** What drawing and finding read of each row. */
function read(view: ReturnType<typeof open>): void {
  const { turns } = view.transcript;
  for (const [at, turn] of turns.entries()) {
    for (const running of [true, false]) {
      for (const line of linesOf(turn, { last: at === turns.length - 1, running })) placesOf(line);
    }
  }
}

describe("case 37: whatever arrives", () => {
  it("as an event is a row or nothing, and what follows is taken in", () => {
    fc.assert(
      fc.property(fc.array(oddEvent, { minLength: 1, maxLength: 12 }), (events) => {
        let view = open({ state: chatState({ isStreaming: true }) });
        for (const one of events) view = push(view, event(one as never));
        read(view);
        const next = push(view, { kind: "notice", at: 9, level: "info", text: "still here", toast: false });
        expect(factsOf(next).at(-1)).toBe("notice: still here");
        expect(next.needsSnapshot).toBe(false);
      }),
      { numRuns: 400 },
    );
  });

  it("as an entry is a row or nothing", () => {
    fc.assert(
      fc.property(fc.array(oddEntry, { minLength: 1, maxLength: 12 }), (bodies) => {
        const entries = bodies.map((body, index) => ({
          ...body,
          id: `e${index}`,
          parentId: index === 0 ? null : `e${index - 1}`,
        }));
        read(open({ entries: entries as never }));
        let view = open();
        for (const entry of entries)
          view = push(view, { kind: "entries", entries: [entry], leafId: entry.id } as never);
        expect(view.needsSnapshot).toBe(false);
        read(view);
      }),
      { numRuns: 400 },
    );
  });

  it("as a record of the panel wire is a row that can be opened", () => {
    const record = { kind: "hologram", beam: 7 } as unknown as PanelRecord;
    expect(rowsOf(push(open(), record))).toMatchObject([{ kind: "unknown", name: "hologram", data: record }]);
  });

  it("in a message of an unknown role stands once, live and settled", () => {
    const prophecy = { role: "oracle", content: "x", timestamp: 3 };
    const live = push(
      open(),
      event({ type: "message_start", message: prophecy } as never),
      event({ type: "message_end", message: prophecy } as never),
    );
    expect(rowsOf(live)).toMatchObject([{ kind: "unknown", what: "role", name: "oracle", data: prophecy }]);
    const entry = { type: "message", id: "e0", parentId: null, timestamp: "", message: prophecy };
    const settled = push(live, { kind: "entries", entries: [entry], leafId: "e0" } as never);
    expect(rowsOf(settled)).toMatchObject([{ kind: "unknown", key: rowsOf(live)[0]?.key, entryId: "e0" }]);
  });

  it("in a block of an unknown type stands among the others", () => {
    const content = [{ type: "text", text: "a" }, { type: "hologram", beam: 7 }, null];
    const message = { role: "assistant", content, timestamp: 5, stopReason: "stop", provider: "p", model: "m" };
    const view = push(
      open(),
      update({ type: "text_delta", contentIndex: 0, delta: "a" }),
      event({ type: "message_end", message } as never),
    );
    expect(factsOf(view)).toEqual(["text: a", "unknown: block hologram", "unknown: block object"]);
  });
});
