import { describe, expect, test } from "vitest";
import { sentMessages } from "../../../webview/composer/sent-messages.ts";
import { emptyTranscript } from "../../../webview/state/transcript.ts";
import { countdown, duration, integer, money, percent, splitPath, tokens } from "../../../webview/ui/format.ts";

describe("numbers as the panel writes them", () => {
  test("tokens", () => {
    expect([0, 950, 32_000, 124_400, 1_200_000].map(tokens)).toEqual(["0", "950", "32k", "124k", "1.2M"]);
  });
  test("money", () => {
    expect([0, 0.0004, 0.04, 3, 3.41, 12.5].map(money)).toEqual(["$0", "<$0.01", "$0.04", "$3", "$3.41", "$12.50"]);
  });
  test("percent, whole numbers, time", () => {
    expect(percent(61.6)).toBe("62%");
    expect(percent(103.2)).toBe("103%");
    expect(integer(10_240)).toBe("10,240");
    expect([90, 400, 12_000, 72_000].map(duration)).toEqual(["0.1s", "0.4s", "12s", "1 min 12 s"]);
    expect([24, 83.2, -1].map(countdown)).toEqual(["0:24", "1:24", "0:00"]);
  });
  test("paths in two parts", () => {
    expect(splitPath("src/net/upload.ts")).toEqual(["upload.ts", "src/net"]);
    expect(splitPath("C:\\a\\b.ts")).toEqual(["b.ts", "C:/a"]);
    expect(splitPath("fixtures/")).toEqual(["fixtures", ""]);
  });
});

test("history: what the person said, newest first, each once", () => {
  const said = (text: string, at: number) => ({
    key: String(at),
    answers: [],
    rows: [{ kind: "user" as const, key: String(at), at, text, images: [] }],
  });
  const turns = [said("one", 1), said("two", 2), said("one", 3), said(" ", 4)];
  expect(sentMessages({ ...emptyTranscript, turns })).toEqual(["one", "two"]);
});
