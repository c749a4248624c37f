/** A scripted model server at a port where people run one, as the extension looks for them. */
import { localServers } from "../../extension/auth/local-endpoints.ts";
import { ScriptedEndpoint } from "./endpoint.ts";

/** How each kind lists its one model, `small`. */
const lists: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ollama: {
    "/api/tags": { models: [{ name: "small" }] },
    "/api/show": { capabilities: ["completion", "tools"], model_info: { "small.context_length": 32_768 } },
  },
  lmstudio: { "/api/v0/models": { data: [{ id: "small", type: "llm", max_context_length: 32_768 }] } },
  "llama-cpp": { "/v1/models": { object: "list", data: [{ id: "small", owned_by: "llamacpp" }] } },
};

export interface LocalModelServer {
  /** As a person knows it: Ollama, LM Studio or llama.cpp. */
  name: string;
  endpoint: ScriptedEndpoint;
}

/** Starts one at the first of their ports that is free here. Throws when none is. The caller stops its endpoint. */
export async function startLocalModelServer(): Promise<LocalModelServer> {
  for (const { id, name, port } of localServers) {
    const endpoint = await ScriptedEndpoint.start(port).catch(() => undefined);
    if (!endpoint) continue;
    for (const [page, answer] of Object.entries(lists[id] ?? {})) endpoint.pages.set(page, answer);
    return { name, endpoint };
  }
  throw new Error("each port at which a local model server could be stood in for is taken");
}
