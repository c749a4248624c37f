import { expect, test } from "vitest";
import { caughtUp, typedBehind } from "../../../webview/composer/catch-up.ts";

test.each([
  ["the host has it already", "hello", "", "hello", "hello"],
  ["the host has what it was told", "hello", "hel", "hel", "hello"],
  ["the host has an older one", "hello", "hel", "h", "hello"],
  ["the host has nothing", "hello", "", "", "hello"],
  ["a queue came back behind all of it", "hello", "", "hello\n\nqueued", "hello\n\nqueued"],
  ["a queue came back behind a part of it", "hello", "hel", "hel\n\nqueued", "hello\n\nqueued"],
  ["a queue came back and nothing else", "hello", "", "queued", "hello\n\nqueued"],
  ["what was typed was queued, and came back", "", "hello", "hello", "hello"],
])("%s", (_what, text, told, hostText, whole) => {
  expect(caughtUp(text, told, hostText)).toBe(whole);
});

test.each([
  ["all of it, where nothing stood before", "", "hello", "hello"],
  ["what came behind the draft of before", "old draft", "old draft\n\nnew", "new"],
  ["nothing, where it is as it was", "old draft", "old draft", ""],
  ["nothing, where the draft of before was changed within", "old draft", "an old draft", ""],
  ["nothing, where it was sent", "old draft", "", ""],
])("typed behind what the host was told: %s", (_what, told, text, more) => {
  expect(typedBehind(told, text)).toBe(more);
});
