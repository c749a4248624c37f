/** Model servers that people run on their own computer, found at the ports they use by default. */
import type { EndpointModel } from "./models-file.ts";

export interface LocalEndpoint {
  /** As in models.json. */
  id: string;
  name: string;
  /** Host and port, as shown. */
  address: string;
  baseUrl: string;
  models: EndpointModel[];
}

/** Where to look for one kind of server. */
export interface LocalServer {
  id: string;
  name: string;
  port: number;
  /** Models it offers; throws when something else answers there. */
  models(origin: string, signal: AbortSignal): Promise<EndpointModel[]>;
}

/** One server may take this long to answer, in ms: it is on this computer. */
export const PATIENCE_MS = 800;

export const localServers: readonly LocalServer[] = [
  { id: "ollama", name: "Ollama", port: 11434, models: ollamaModels },
  { id: "lmstudio", name: "LM Studio", port: 1234, models: lmStudioModels },
  { id: "llama-cpp", name: "llama.cpp", port: 8080, models: llamaCppModels },
];

/** Those that run now and offer a model, in the order given. Asked at once; one that is silent holds nobody up. */
export async function findLocalEndpoints(
  servers: readonly LocalServer[] = localServers,
  patienceMs = PATIENCE_MS,
): Promise<LocalEndpoint[]> {
  const found = await Promise.all(servers.map((server) => ask(server, patienceMs)));
  return found.filter((endpoint) => endpoint !== undefined);
}

async function ask({ id, name, port, models }: LocalServer, patienceMs: number): Promise<LocalEndpoint | undefined> {
  const address = `127.0.0.1:${port}`;
  const origin = `http://${address}`;
  try {
    const offered = await models(origin, AbortSignal.timeout(patienceMs));
    return offered.length > 0 ? { id, name, address, baseUrl: `${origin}/v1`, models: offered } : undefined;
  } catch {
    return undefined;
  }
}

type Fields = Record<string, unknown>;

async function ollamaModels(origin: string, signal: AbortSignal): Promise<EndpointModel[]> {
  const tags = await getJson(`${origin}/api/tags`, signal);
  const names = listOf(tags.models).map((model) => String(model.name ?? model.model ?? ""));
  const models = await Promise.all(names.filter(isChatModel).map((id) => ollamaModel(origin, id, signal)));
  return models.filter((model) => model !== undefined);
}

/** A model with what Ollama knows of it; without that when it does not say. Undefined: it does not chat. */
async function ollamaModel(origin: string, id: string, signal: AbortSignal): Promise<EndpointModel | undefined> {
  try {
    const shown = await getJson(`${origin}/api/show`, signal, { model: id });
    const can = Array.isArray(shown.capabilities) ? (shown.capabilities as unknown[]) : undefined;
    if (can && !can.includes("completion")) return undefined;
    const length = Object.entries((shown.model_info ?? {}) as Fields).find(([key]) => key.endsWith(".context_length"));
    return {
      id,
      ...contextOf(length?.[1]),
      ...(can?.includes("vision") ? { input: ["text", "image"] as const } : {}),
      ...(can?.includes("thinking") ? { reasoning: true } : {}),
    } as EndpointModel;
  } catch {
    return { id };
  }
}

async function lmStudioModels(origin: string, signal: AbortSignal): Promise<EndpointModel[]> {
  const detailed = await getJson(`${origin}/api/v0/models`, signal).catch(() => undefined);
  if (!detailed) return modelIds(await getJson(`${origin}/v1/models`, signal));
  return listOf(detailed.data)
    .filter((model) => model.type !== "embeddings" && isChatModel(String(model.id)))
    .map((model) => ({
      id: String(model.id),
      ...contextOf(model.loaded_context_length ?? model.max_context_length),
      ...(model.type === "vlm" ? { input: ["text", "image"] as ("text" | "image")[] } : {}),
    }));
}

/** Many programs listen on 8080: only one that lists models as llama.cpp does is taken for it. */
async function llamaCppModels(origin: string, signal: AbortSignal): Promise<EndpointModel[]> {
  const list = await getJson(`${origin}/v1/models`, signal);
  if (!listOf(list.data).some((model) => model.owned_by === "llamacpp")) throw new Error("not llama.cpp");
  const props = await getJson(`${origin}/props`, signal).catch((): Fields => ({}));
  const settings = (props.default_generation_settings ?? {}) as Fields;
  return modelIds(list).map((model) => ({ ...model, ...contextOf(settings.n_ctx) }));
}

/** Ids in a list of models as OpenAI's API gives it, without those that do not chat. Throws when it is no such list. */
export function modelIds(list: Fields): EndpointModel[] {
  if (!Array.isArray(list.data)) throw new Error("no list of models");
  return listOf(list.data)
    .map((model) => ({ id: String(model.id ?? "") }))
    .filter(({ id }) => isChatModel(id));
}

function isChatModel(id: string): boolean {
  return id !== "" && !/embed|rerank|whisper/i.test(id);
}

function contextOf(tokens: unknown): { contextWindow?: number } {
  return typeof tokens === "number" && tokens > 0 ? { contextWindow: tokens } : {};
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((item): item is Fields => typeof item === "object" && item !== null) : [];
}

/** Answers with an object, or throws: with the status when it is none of 200–299. `body` makes it a POST. */
export async function getJson(
  url: string,
  signal: AbortSignal,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Fields> {
  const response = await fetch(url, {
    signal,
    headers,
    redirect: "error",
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new HttpError(response.status);
  const value: unknown = await response.json();
  if (typeof value !== "object" || value === null) throw new Error("no JSON object");
  return value as Fields;
}

export class HttpError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`HTTP ${status}`);
    this.name = "HttpError";
    this.status = status;
  }
}
