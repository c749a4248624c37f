import { expect, test } from "vitest";
import { EndpointOffers } from "../../../../extension/auth/endpoint-offers.ts";
import type { LocalEndpoint } from "../../../../extension/auth/local-endpoints.ts";
import type { ChatState } from "../../../../extension/panel/messages.ts";

const ollama: LocalEndpoint = {
  id: "ollama",
  name: "Ollama",
  address: "127.0.0.1:11434",
  baseUrl: "http://127.0.0.1:11434/v1",
  models: [{ id: "a" }, { id: "b" }],
};
const shown = [{ id: "ollama", name: "Ollama", address: "127.0.0.1:11434", models: 2 }];
const model = (provider: string) => ({ id: "m", provider }) as ChatState["models"][number];

type State = Pick<ChatState, "agent" | "model" | "models" | "endpoints">;

function chatWith(state: Partial<State>) {
  const chat = {
    patches: 0,
    state: { agent: { phase: "ready", since: 0 }, model: null, models: [], ...state } as State,
    patch(patch: Pick<ChatState, "endpoints">) {
      chat.patches += 1;
      chat.state = { ...chat.state, ...patch };
    },
  };
  return chat;
}

function counted(found: () => LocalEndpoint[]) {
  const find = { count: 0 };
  const offers = new EndpointOffers(async () => {
    find.count += 1;
    return found();
  });
  return { find, offers };
}

test("a chat without a model is offered what runs here, looked for once", async () => {
  const { find, offers } = counted(() => [ollama]);
  const chat = chatWith({ models: [model("demo")] });
  await offers.consider(chat);
  await offers.consider(chat);
  expect(chat.state.endpoints).toEqual(shown);
  expect(offers.find("ollama")).toBe(ollama);
  expect(offers.find("other")).toBeUndefined();
  expect([find.count, chat.patches]).toEqual([1, 1]);
});

test("nothing is looked for before the server answers, or when there is a model or a choice of them", async () => {
  const { find, offers } = counted(() => [ollama]);
  await offers.consider(chatWith({ agent: { phase: "starting", since: 0 } }));
  await offers.consider(chatWith({ model: model("openai") }));
  await offers.consider(chatWith({ models: [model("openai")] }), true);
  expect(find.count).toBe(0);
});

test("one that is started later is found when the person comes back; the offer ends with a model", async () => {
  let running: LocalEndpoint[] = [];
  const { offers } = counted(() => running);
  const chat = chatWith({});
  await offers.consider(chat);
  expect([chat.state.endpoints, chat.patches]).toEqual([undefined, 0]);
  running = [ollama];
  await offers.consider(chat, true);
  expect(chat.state.endpoints).toEqual(shown);
  chat.state = { ...chat.state, model: model("ollama") };
  await offers.consider(chat);
  expect(chat.state.endpoints).toEqual([]);
});
