import { describe, expect, test } from "vitest";
import { approvalOptions, toolIcon } from "../../../webview/requests/approval.ts";
import { inlineCode, parseTitle } from "../../../webview/requests/title.ts";
import { plainText } from "../../../webview/ui/plain.ts";

describe("titles of requests", () => {
  test("first line as heading, then text and code in order", () => {
    const title = "## Run this command?\nIt deletes files.\nTwice.\n\n```sh\nrm -rf a\n\nrm -rf b\n```\nIn the folder.";
    expect(parseTitle(title)).toEqual({
      heading: "Run this command?",
      parts: [
        { kind: "text", text: "It deletes files.\nTwice." },
        { kind: "code", text: "rm -rf a\n\nrm -rf b" },
        { kind: "text", text: "In the folder." },
      ],
    });
  });

  test("a fence holds shorter fences, and an open one reaches to the end", () => {
    expect(parseTitle("Run?\n````\n```\nx\n```\n````\nend").parts).toEqual([
      { kind: "code", text: "```\nx\n```" },
      { kind: "text", text: "end" },
    ]);
    expect(parseTitle("Run?\n```\nx").parts).toEqual([{ kind: "code", text: "x" }]);
  });

  test("terminal codes are not part of it", () => {
    expect(parseTitle("\u001b[1mRun\u001b[0m?").heading).toBe("Run?");
  });

  test("code in backticks stands at odd places", () => {
    expect(inlineCode("go to `origin/main`, which")).toEqual(["go to ", "origin/main", ", which"]);
  });
});

describe("approvals", () => {
  test("are known by their options; the pattern stands apart", () => {
    const options = ["Allow once", "Allow for this session (rm -rf build-*)", "Deny", "Deny with a reason…"];
    expect(approvalOptions(options)).toEqual([
      { value: options[0], text: "Allow once" },
      { value: options[1], text: "Allow for this session", pattern: "rm -rf build-*" },
      { value: options[2], text: "Deny" },
      { value: options[3], text: "Deny with a reason…" },
    ]);
  });

  test("keep a pattern whole that holds brackets", () => {
    const options = ["Allow once", "Allow for this session (node -e (x)*)", "Deny"];
    expect(approvalOptions(options)?.[1]?.pattern).toBe("node -e (x)*");
  });

  test("other selects are none", () => {
    expect(approvalOptions(["Yes", "No"])).toBeNull();
    expect(approvalOptions(["Allow once", "Cancel"])).toBeNull();
  });

  test("show the icon of their tool", () => {
    expect([toolIcon("bash"), toolIcon("edit"), toolIcon("jira_search"), toolIcon(undefined)]).toEqual([
      "terminal",
      "edit",
      "tools",
      "tools",
    ]);
  });
});

describe("case 73: terminal codes in names and lists", () => {
  test.each([
    ["raw", "\u001b[31merror\u001b[0m"],
    ["escaped as JSON", "\\u001b[31merror\\u001b[0m"],
    ["a link", "\u001b]8;;https://x.example\u0007error\u001b]8;;\u0007"],
    ["eight bits", "\u009b31merror"],
    ["control characters", "er\u0008ror"],
  ])("%s: gone", (_, text) => {
    expect(plainText(text)).toBe("error");
  });

  test("paths and ordinary escapes stay", () => {
    expect(plainText("C:\\events\\u2028 \t x\r\ny")).toBe("C:\\events\\u2028 \t x\ny");
  });
});
