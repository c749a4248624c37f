/**
 * The demo model: a scripted stand-in that needs no key and no network. It thinks, answers in Markdown and
 * calls the real tools on the real workspace, so that every part of a client can be seen and tried.
 */
import { createProvider, type Provider, type TranscriptContext } from "@earendil-works/pi-ai";
import { conversationOf } from "./conversation.ts";
import { DEMO_MODEL } from "./model.ts";
import { reply } from "./script.ts";
import { play, type Reply } from "./stream.ts";

/** With thinking switched off, the script keeps its thoughts to itself. */
function heard(answer: Reply, reasoning: unknown): Reply {
  return reasoning ? answer : { ...answer, parts: answer.parts.filter((part) => part.type !== "thinking") };
}

/** The provider "demo" with its one model "demo". */
export function demoProvider(): Provider {
  const stream: Provider["streamSimple"] = (requested, context: TranscriptContext, options) => {
    const conversation = conversationOf(context);
    return play(requested, conversation, () => heard(reply(conversation), options?.reasoning), options?.signal);
  };
  return createProvider({
    id: DEMO_MODEL.provider,
    name: "Demo",
    auth: { apiKey: { name: "None needed", resolve: async () => ({ auth: { apiKey: "demo" }, source: "built in" }) } },
    models: [DEMO_MODEL],
    api: { stream, streamSimple: stream },
  });
}
