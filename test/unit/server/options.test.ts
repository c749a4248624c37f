import { expect, test } from "vitest";
import { helpText } from "../../../server/cli/help.ts";
import { optionTable, parseOptions } from "../../../server/cli/options.ts";
import { nodeProblem, serverVersion } from "../../../server/cli/version.ts";

test("decision 17: the options that clients pass are taken", () => {
  const options = parseOptions(
    "--mode rpc --provider p --model m:high --thinking low -n My\u00a0name --session-dir /s --api-key k --system-prompt a --append-system-prompt b --append-system-prompt c --no-skills --skill s --no-extensions -e x.ts --extension y.ts --no-prompt-templates --no-context-files --tools read,bash --models a,b --approve --offline --approval ask --trace t".split(
      " ",
    ),
  );
  expect(options).toMatchObject({
    provider: "p",
    model: "m:high",
    thinking: "low",
    name: "My\u00a0name",
    sessionDir: "/s",
    apiKey: "k",
    systemPrompt: "a",
    appendSystemPrompt: ["b", "c"],
    noSkills: true,
    skills: ["s"],
    noExtensions: true,
    extensions: ["x.ts", "y.ts"],
    noPromptTemplates: true,
    noContextFiles: true,
    tools: ["read", "bash"],
    models: ["a", "b"],
    trust: true,
    offline: true,
    approval: "ask",
    trace: "t",
  });
});

test("what is not given is absent, and approval is off for a bare server", () => {
  const options = parseOptions([]);
  expect(options.approval).toBe("never");
  expect("model" in options).toBe(false);
  expect("trust" in options).toBe(false);
  expect(parseOptions(["--no-approve"]).trust).toBe(false);
});

test.each([
  [["-z"], "Unknown option -z"],
  [["file.txt"], 'Unexpected argument "file.txt"'],
  [["--model"], "--model needs a value"],
  [["--no-session=1"], "--no-session takes no value"],
  [["--thinking", "hard"], '--thinking "hard" is none of: off, minimal, low, medium, high, xhigh, max'],
  [["--mode", "json"], '--mode "json" is none of: rpc'],
  [["--provider", "x"], "--provider needs --model"],
  [["--approve", "--no-approve"], "--approve and --no-approve exclude each other"],
  [["--session", "a", "--session-id", "b"], "--session and --session-id exclude each other"],
  [["--name", "  "], "--name needs a value"],
])("%j is refused by name", (args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
});

test("options that an agent extension may know are kept for it", () => {
  expect(parseOptions(["--my-flag", "value", "--other=1", "--bare"]).extensionFlags).toEqual(
    new Map<string, boolean | string>([
      ["my-flag", "value"],
      ["other", "1"],
      ["bare", true],
    ]),
  );
});

test("the help names every option", () => {
  for (const name of Object.keys(optionTable)) expect(helpText).toContain(`--${name}`);
});

test("an old Node is told what is needed", () => {
  expect(nodeProblem("20.20.2")).toBe("atomic needs Node 22.19 or newer; this is Node 20.20.2.");
  expect(nodeProblem("22.18.0")).toBeDefined();
  expect(nodeProblem("22.19.0")).toBeUndefined();
  expect(nodeProblem("24.0.0")).toBeUndefined();
});

test("the version is a full one", () => {
  expect(serverVersion()).toMatch(/^[1-9]\d*\.\d+\.\d+/);
});
