import { expect, test } from "vitest";
import { ChatAnswer } from "../../../../extension/vscode-models/chat-answer.ts";
import { chatRequest } from "../../../../extension/vscode-models/chat-request.ts";

const request = (messages: unknown[], more: object = {}) => chatRequest({ model: "v/m", messages, ...more });
const text = (value: string) => ({ type: "text", text: value });

test("a conversation with system prompt, images, tool calls and their results", () => {
  const call = { id: "c1", type: "function", function: { name: "read", arguments: '{"path":"a.ts"}' } };
  const { turns } = request([
    { role: "system", content: "Be brief" },
    { role: "user", content: [text("Look"), { type: "image_url", image_url: { url: "data:image/png;base64,AQID" } }] },
    { role: "assistant", content: "Reading", tool_calls: [call, { ...call, id: "c2" }] },
    { role: "tool", tool_call_id: "c1", content: "one" },
    { role: "tool", tool_call_id: "c2", content: [text("two"), text("lines")] },
    { role: "assistant", content: null },
    { role: "user", content: "Go on" },
  ]);
  expect(turns).toEqual([
    {
      role: "user",
      parts: [text("Be brief"), text("Look"), { type: "image", mimeType: "image/png", data: Buffer.from([1, 2, 3]) }],
    },
    {
      role: "assistant",
      parts: [
        text("Reading"),
        { type: "toolCall", id: "c1", name: "read", input: { path: "a.ts" } },
        { type: "toolCall", id: "c2", name: "read", input: { path: "a.ts" } },
      ],
    },
    {
      role: "user",
      parts: [
        { type: "toolResult", id: "c1", text: "one" },
        { type: "toolResult", id: "c2", text: "two\nlines" },
        text("Go on"),
      ],
    },
  ]);
});

test("tools with their schemas; arguments that broke off do not spoil the conversation", () => {
  const schema = { type: "object", properties: {} };
  const { tools, toolRequired } = request([], {
    tools: [{ type: "function", function: { name: "ls", description: "List", parameters: schema } }],
    tool_choice: "required",
  });
  expect([tools, toolRequired]).toEqual([[{ name: "ls", description: "List", inputSchema: schema }], true]);
  const broken = { id: "c", function: { name: "ls", arguments: '{"pa' } };
  expect(request([{ role: "assistant", tool_calls: [broken] }]).turns[0]?.parts).toEqual([
    { type: "toolCall", id: "c", name: "ls", input: {} },
  ]);
});

test.each([
  [null, "the body should be an object"],
  [{ messages: [] }, '"model" should be a name'],
  [{ model: "m" }, '"messages" should be a list'],
  [{ model: "m", messages: [5] }, "messages[0] should be an object"],
  [{ model: "m", messages: [{ role: "robot" }] }, 'no role "robot" is known'],
  [
    {
      model: "m",
      messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "http://x/y.png" } }] }],
    },
    "an image should be a data: address in base64",
  ],
])("%j is refused with what is wrong", (body, reason) => {
  expect(() => chatRequest(body)).toThrow(reason);
});

test("an answer in chunks: text, thinking, numbered tool calls, the reason it ended and what it took", () => {
  const answer = new ChatAnswer("v/m", 5000);
  const deltas = [
    answer.part({ type: "thinking", text: "Hm" }),
    answer.part({ type: "text", text: "Hi" }),
    answer.part({ type: "toolCall", id: "a", name: "ls", input: { path: "." } }),
    answer.part({ type: "toolCall", id: "b", name: "ls", input: {} }),
  ].map((chunk) => (chunk as { choices: { delta: object }[] }).choices[0]?.delta);
  expect(deltas).toEqual([
    { reasoning_content: "Hm" },
    { content: "Hi" },
    { tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "ls", arguments: '{"path":"."}' } }] },
    { tool_calls: [{ index: 1, id: "b", type: "function", function: { name: "ls", arguments: "{}" } }] },
  ]);
  expect(answer.text).toBe('HmHils{"path":"."}ls{}');
  const [last, usage] = answer.end({ promptTokens: 10, completionTokens: 3 });
  expect(last).toMatchObject({ choices: [{ delta: {}, finish_reason: "tool_calls" }] });
  expect(usage).toMatchObject({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 3, total_tokens: 13 } });
});
