import fc from "fast-check";
import { expect, test } from "vitest";
import { PlainText } from "../../../server/bash/plain-text.ts";

/** The plain text of these bytes, cut into chunks at the given places. */
function plain(bytes: Uint8Array, cuts: readonly number[] = []): string {
  const text = new PlainText();
  const places = [...cuts, bytes.length].sort((a, b) => a - b);
  let at = 0;
  let out = "";
  for (const place of places) {
    out += text.push(bytes.subarray(at, place));
    at = place;
  }
  return out + text.end();
}

const encode = (text: string) => new TextEncoder().encode(text);

test.each([
  ["colours", "\x1b[1;31mred\x1b[0m plain", "red plain"],
  ["cursor movement", "\x1b[2K\x1b[1Gdone\x1b[?25h", "done"],
  ["a mouse report", "\x1b[<35;59;1Mx", "x"],
  ["colon parameters", "\x1b[38:2::1:2:3mx\x1b[m", "x"],
  ["a title, ended by BEL", "\x1b]0;my title\x07text", "text"],
  ["a link, ended by ST", "\x1b]8;;http://a\x1b\\link\x1b]8;;\x1b\\ after", "link after"],
  ["a device string", "\x1bP1$r0m\x1b\\text", "text"],
  ["a character set", "\x1b(Btext\x1b)0", "text"],
  ["keypad modes and digits behind them", "\x1b=12\x1b>34", "1234"],
  ["save and restore", "\x1b7a\x1b8b", "ab"],
  ["the one-byte CSI", "\u009b31mred", "red"],
  ["CR", "a\r\nb\rc", "a\nbc"],
  ["control characters", "a\0b\x07c\x08d\x7fe\tf\n", "abcde\tf\n"],
  ["interlinear marks", "a\ufff9b\ufffac\ufffb", "abc"],
  ["a sequence broken by a line end", "\x1b[31\nnext", "\nnext"],
  ["an escape that begins another", "\x1b\x1b[31mx", "x"],
  ["a sequence inside an unended string", "\x1b]0;title\x1b[31mx", "x"],
  ["a string that never ends", "\x1b]0;title\nnext line", "\nnext line"],
  ["text in every script", "日本語 العربية 🦀 é", "日本語 العربية 🦀 é"],
])("6.3 %s", (_, raw, expected) => {
  expect(plain(encode(raw))).toBe(expected);
});

test("6.3 a character cut over two writes is whole", () => {
  const crab = encode("🦀 crab");
  expect(plain(crab, [2])).toBe("🦀 crab");
});

test("decision 21: bytes that are no UTF-8 become U+FFFD", () => {
  expect(plain(new Uint8Array([0x61, 0xff, 0x62]))).toBe("a\ufffdb");
  expect(plain(new Uint8Array([0x61, 0xf0, 0x9f]))).toBe("a\ufffd");
});

const pieces = fc.constantFrom(
  "\x1b[31m",
  "\x1b]0;t\x07",
  "\x1b]8;;u\x1b\\",
  "\x1b(B",
  "text",
  "🦀",
  "é",
  "\r\n",
  "\n",
  "\0",
  "[31m",
  "\x1b",
  "m",
);

test("6.3 wherever the chunks are cut, the text is the same", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), fc.array(fc.nat(80), { maxLength: 10 }), (parts, cuts) => {
      const bytes = encode(parts.join(""));
      const places = cuts.filter((place) => place <= bytes.length);
      expect(plain(bytes, places)).toBe(plain(bytes));
    }),
  );
});

test("6.3 no escape or control character ever comes through, and ordinary text always does", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.stringMatching(/^[a-z ]{1,8}$/), (bytes, word) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not come through
      expect(plain(bytes)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      expect(plain(encode(`\x1b[0m\n${word}`))).toBe(`\n${word}`);
    }),
  );
});
