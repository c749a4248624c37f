/**
 * The demo model: a scripted stand-in that needs no key and no network. It thinks, answers in Markdown and
 * calls the real tools on the real workspace, so that every part of a client can be seen and tried.
 */
import { createProvider, type Model, type Provider, type TranscriptContext } from "@earendil-works/pi-ai";
import { conversationOf } from "./conversation.ts";
import { reply } from "./script.ts";
import { play } from "./stream.ts";

const API = "atomic-demo";

const model: Model<string> = {
  id: "demo",
  name: "Demo (scripted)",
  api: API,
  provider: "demo",
  baseUrl: "http://127.0.0.1",
  reasoning: true,
  input: ["text", "image"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 128_000,
  maxTokens: 16_384,
};

/** The provider "demo" with its one model "demo". */
export function demoProvider(): Provider {
  const stream: Provider["streamSimple"] = (requested, context: TranscriptContext, options) => {
    const conversation = conversationOf(context);
    return play(requested, conversation, () => reply(conversation), options?.signal);
  };
  return createProvider({
    id: "demo",
    name: "Demo",
    auth: { apiKey: { name: "None needed", resolve: async () => ({ auth: { apiKey: "demo" }, source: "built in" }) } },
    models: [model],
    api: { stream, streamSimple: stream },
  });
}
