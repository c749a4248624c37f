/**
 * An agent extension with a provider "faux" that needs no endpoint: the prompt `say N` is answered with N words in as
 * many deltas, `big N` with one text of N bytes in one delta.
 */
export const fauxExtension = `
import { createAssistantMessageEventStream } from "@earendil-works/pi-ai";

const usage = () => ({ input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } });

async function answer(stream, model, prompt) {
  const [, how, n] = /(say|big) (\\d+)/.exec(prompt) ?? [, "say", 1];
  const message = { role: "assistant", content: [{ type: "text", text: "" }], api: model.api, provider: model.provider,
    model: model.id, usage: usage(), stopReason: "pending", timestamp: Date.now() };
  const block = message.content[0];
  const push = (event) => stream.push({ ...event, partial: message });
  push({ type: "start" });
  push({ type: "text_start", contentIndex: 0 });
  const deltas = how === "big" ? 1 : Number(n);
  for (let i = 0; i < deltas; i++) {
    const delta = how === "big" ? "x".repeat(Number(n)) : "word" + (i % 10) + " ";
    block.text += delta;
    push({ type: "text_delta", contentIndex: 0, delta });
    if (i % 200 === 199) await new Promise(setImmediate);
  }
  push({ type: "text_end", contentIndex: 0, content: block.text });
  message.stopReason = "stop";
  stream.push({ type: "done", reason: "stop", message });
  stream.end(message);
}

function textOf(content) {
  return typeof content === "string" ? content : content.map((block) => block.text ?? "").join("");
}

export default function (pi) {
  pi.registerProvider("faux", {
    baseUrl: "http://127.0.0.1:9",
    apiKey: "none",
    api: "faux-words",
    streamSimple(model, context) {
      const stream = createAssistantMessageEventStream();
      const user = context.messages.findLast((message) => message.role === "user");
      void answer(stream, model, textOf(user.content));
      return stream;
    },
    models: [{ id: "words", name: "Words", reasoning: false, input: ["text"], contextWindow: 100000000, maxTokens: 100000000,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } }],
  });
}
`;
