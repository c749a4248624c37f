/** Deltas → text: whatever the chunking, nothing is lost, and nothing that comes twice counts twice. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PanelRecord } from "../../../extension/panel/messages.ts";
import type { ViewState } from "../../../webview/state/model.ts";
import { reduce } from "../../../webview/state/reducer.ts";
import { assistant, event, open, push, rowsOf, update } from "./chat.ts";

const text = fc.string({ unit: "grapheme", maxLength: 200 }).map((value) => `a${value}😀z`);

/** Cuts at UTF-16 units, through surrogate pairs too. */
function cut(value: string, places: readonly number[]): string[] {
  const at = [...new Set([0, ...places.map((place) => place % (value.length + 1)), value.length])].sort(
    (a, b) => a - b,
  );
  return at.slice(1).map((end, index) => value.slice(at[index], end));
}

const streamed = { type: "message_start" as const, message: assistant({ stopReason: "pending", timestamp: 7 }) };

function textOf(view: ViewState): string {
  return rowsOf(view)
    .map((row) => (row.kind === "text" || row.kind === "thinking" ? row.text : ""))
    .join("");
}

describe("case 46: deltas", () => {
  it("add up to the text for any chunking", () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.nat(), { maxLength: 30 }),
        fc.constantFrom("text" as const, "thinking" as const),
        (value, places, kind) => {
          let view = push(open(), event(streamed));
          for (const delta of cut(value, places))
            view = push(view, update({ type: `${kind}_delta`, contentIndex: 0, delta }));
          expect(textOf(view)).toBe(value);
        },
      ),
    );
  });

  it("count once when batches come again, late or in part", () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.nat(), { minLength: 4, maxLength: 20 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (value, places, again) => {
          const records: PanelRecord[] = [
            event(streamed),
            ...cut(value, places).map((delta) => update({ type: "text_delta", contentIndex: 0, delta })),
          ];
          let view = open();
          const first = view.seq;
          for (let sent = 0; sent < records.length; ) {
            const count = 1 + ((again[sent] ?? 0) % 3);
            // Some batches begin with records that were in the one before.
            const from = Math.max(0, sent - ((again[sent + 1] ?? 0) % 3));
            const to = Math.min(records.length, sent + count);
            const message = {
              type: "batch" as const,
              from: first + from,
              to: first + to,
              records: records.slice(from, to),
            };
            view = reduce(reduce(view, { type: "host", message }), { type: "host", message });
            sent = to;
          }
          expect(view.needsSnapshot).toBe(false);
          expect(textOf(view)).toBe(value);
        },
      ),
    );
  });

  it("end in what message_end says", () => {
    let view = push(open(), event(streamed), update({ type: "text_delta", contentIndex: 0, delta: "Hal" }));
    const row = rowsOf(view)[0];
    view = push(
      view,
      event({ type: "message_end", message: assistant({ timestamp: 7, content: [{ type: "text", text: "Hello" }] }) }),
    );
    expect(rowsOf(view)).toMatchObject([{ kind: "text", text: "Hello", streaming: false, key: row?.key }]);
  });

  it("of a message nobody announced make one", () => {
    const view = push(open(), update({ type: "text_delta", contentIndex: 0, delta: "Hello" }));
    expect(textOf(view)).toBe("Hello");
  });

  it("tell how long thinking took", () => {
    const view = push(
      open(),
      event(streamed, 1000),
      update({ type: "thinking_start", contentIndex: 0 }, 2000),
      update({ type: "thinking_delta", contentIndex: 0, delta: "Hm" }, 3000),
      event(
        { type: "message_end", message: assistant({ timestamp: 7, content: [{ type: "thinking", thinking: "Hm" }] }) },
        14_000,
      ),
    );
    expect(rowsOf(view)).toMatchObject([
      { kind: "thinking", text: "Hm", startedAt: 2000, endedAt: 14_000, streaming: false },
    ]);
  });
});
