import { expect, test } from "vitest";
import { commandSchemas } from "../../../server/protocol/command.ts";
import { ExtensionUIAnswerSchema } from "../../../server/protocol/extension-ui.ts";
import { problem } from "../../../server/rpc/validate.ts";

test.each([
  ["prompt", {}, 'Missing field "message"'],
  ["prompt", { message: 5 }, 'Invalid field "message": must be string'],
  [
    "prompt",
    { message: "a", streamingBehavior: "later" },
    'Invalid field "streamingBehavior": must be one of "steer", "followUp"',
  ],
  ["prompt", { message: "a", images: [{ type: "image", mimeType: "image/png" }] }, 'Missing field "images.0.data"'],
  ["bash", { command: "" }, 'Invalid field "command": must not have fewer than 1 characters'],
  ["set_auto_retry", { enabled: "yes" }, 'Invalid field "enabled": must be boolean'],
  ["abort_bash", { requestId: true }, 'Invalid field "requestId": must be string'],
] as const)("case 2: %s %j names the field", (name, args, message) => {
  expect(problem(commandSchemas[name], args)).toBe(message);
});

test("fields that a newer client adds are no problem", () => {
  expect(problem(commandSchemas.get_state, { type: "get_state", id: 1, verbose: true })).toBeUndefined();
});

test("an answer to a dialog carries exactly one of the three", () => {
  expect(problem(ExtensionUIAnswerSchema, { value: "x" })).toBeUndefined();
  expect(problem(ExtensionUIAnswerSchema, { cancelled: true })).toBeUndefined();
  expect(problem(ExtensionUIAnswerSchema, { value: "x", confirmed: true })).toBeDefined();
  expect(problem(ExtensionUIAnswerSchema, {})).toBeDefined();
});
