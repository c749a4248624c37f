import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { triggerAt } from "../../../webview/composer/completion.ts";
import {
  countLines,
  isLargePaste,
  joinMessage,
  shellCommand,
  slashName,
  splitMessage,
} from "../../../webview/composer/message.ts";

describe("large pastes", () => {
  test("are those over 40 lines or 4,000 characters", () => {
    expect(isLargePaste("line\n".repeat(39))).toBe(false);
    expect(isLargePaste("line\n".repeat(40))).toBe(true);
    expect(isLargePaste("x".repeat(4000))).toBe(false);
    expect(isLargePaste("x".repeat(4001))).toBe(true);
    expect(countLines("a\nb\n")).toBe(3);
  });

  test("stand behind the text in a fence that nothing inside can close", () => {
    expect(joinMessage({ text: "Look", pastes: ["a\nb"] })).toBe("Look\n\n```pasted\na\nb\n```");
    expect(joinMessage({ text: "", pastes: ["````\nx"] })).toBe("`````pasted\n````\nx\n`````");
  });

  test("come back as they were, whatever they hold", () => {
    const line = fc.stringMatching(/^[a-z`~ ]{0,12}$/);
    const pasted = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join("\n"));
    const written = fc.stringMatching(/^[a-z ]{0,20}$/);
    fc.assert(
      fc.property(written, fc.array(pasted, { maxLength: 3 }), (text, pastes) => {
        expect(splitMessage(joinMessage({ text, pastes }))).toEqual({ text, pastes });
      }),
    );
  });

  test("an ordinary message, or a fence left open, stays whole", () => {
    const open = "See:\n\n```pasted\nnever closed";
    expect(splitMessage(open)).toEqual({ text: open, pastes: [] });
    expect(splitMessage("```ts\nx\n```")).toEqual({ text: "```ts\nx\n```", pastes: [] });
  });
});

describe("what a message is", () => {
  test("a shell command, inside the context or not", () => {
    expect(shellCommand("!git status")).toEqual({ command: "git status", excludeFromContext: false });
    expect(shellCommand("!! ls -la\npwd ")).toEqual({ command: "ls -la\npwd", excludeFromContext: true });
    expect(shellCommand("!")).toBeNull();
    expect(shellCommand("wow!")).toBeNull();
  });

  test("a command by name; a path is none", () => {
    expect(slashName("/review src")).toBe("review");
    expect(slashName("/skill:react-split")).toBe("skill:react-split");
    expect(slashName("/usr/bin is missing")).toBeNull();
    expect(slashName("// a comment")).toBeNull();
    expect(slashName("see /review")).toBeNull();
  });
});

describe("what is completed at the caret", () => {
  const at = (text: string) => triggerAt(text.replace("|", ""), text.indexOf("|"));

  test("a mention, wherever a word begins", () => {
    expect(at("Look at @upl| please")).toEqual({ kind: "mention", from: 8, to: 12, query: "upl" });
    expect(at("(@a|")).toMatchObject({ kind: "mention", query: "a" });
    expect(at('@"my file|')).toMatchObject({ kind: "mention", from: 0, query: "my file" });
    expect(at("ada@example|")).toBeNull();
    expect(at("@upload.ts |")).toBeNull();
  });

  test("a command, at the start of the message only, and the whole word with it", () => {
    expect(at("/re|view")).toEqual({ kind: "command", from: 0, to: 7, query: "re" });
    expect(at("see /re|")).toBeNull();
    expect(at("/usr/b|")).toBeNull();
  });

  test("nothing in a shell command", () => {
    expect(at("!cat @a|")).toBeNull();
  });
});
