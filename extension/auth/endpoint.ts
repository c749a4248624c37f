/** An endpoint someone names by its address: which models it offers, and how it is called in models.json. */
import { getJson, HttpError, modelIds } from "./local-endpoints.ts";
import type { EndpointModel } from "./models-file.ts";

/** An endpoint somewhere on the network may take this long to list its models, in ms. */
const PATIENCE_MS = 8000;

export type EndpointAnswer =
  | { kind: "models"; baseUrl: string; models: EndpointModel[] }
  /** It wants a key, or another one. */
  | { kind: "key" }
  | { kind: "unreachable"; reason: string }
  /** Something answers, but not as an endpoint of this kind. `baseUrl`: used when its models are named by hand. */
  | { kind: "other"; baseUrl: string; reason: string };

/** The address without what people copy with it: spaces, slashes, the path of one call. Undefined: it is no address. */
export function endpointUrl(text: string): string | undefined {
  const plain = text.trim();
  const whole = /^https?:\/\//i.test(plain) ? plain : `${isLocal(plain) ? "http" : "https"}://${plain}`;
  if (plain === "" || /\s|:\/\/.*:\/\//.test(whole) || !URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (url.username || url.password || !/^[\w.:[\]-]+$/.test(url.host)) return undefined;
  const path = url.pathname.replace(/\/+$/, "").replace(/\/(?:chat\/completions|completions|models|responses)$/, "");
  return `${url.origin}${path}`;
}

/** True when what is sent there does not leave this computer. */
export function isLocal(address: string): boolean {
  return /^(?:https?:\/\/)?(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)(?::|\/|$)/i.test(address);
}

/** Asks an endpoint for its models; an address without a path is tried with `/v1` too. */
export async function askEndpoint(url: string, key?: string, patienceMs = PATIENCE_MS): Promise<EndpointAnswer> {
  const hasPath = new URL(url).pathname !== "/";
  const first = await askOne(hasPath ? url : `${url}/v1`, key, patienceMs);
  return first.kind === "other" && !hasPath ? or(await askOne(url, key, patienceMs), first) : first;
}

function or(second: EndpointAnswer, first: EndpointAnswer): EndpointAnswer {
  return second.kind === "other" ? first : second;
}

async function askOne(baseUrl: string, key: string | undefined, patienceMs: number): Promise<EndpointAnswer> {
  const headers: Record<string, string> = key ? { Authorization: `Bearer ${key}` } : {};
  try {
    const list = await getJson(`${baseUrl}/models`, AbortSignal.timeout(patienceMs), undefined, headers);
    return { kind: "models", baseUrl, models: modelIds(list) };
  } catch (error) {
    if (error instanceof HttpError) {
      return error.status === 401 || error.status === 403
        ? { kind: "key" }
        : { kind: "other", baseUrl, reason: error.message };
    }
    const cause = (error as { cause?: { code?: string; message?: string } }).cause;
    if (cause || (error as Error).name === "TimeoutError") {
      return { kind: "unreachable", reason: cause?.code ?? cause?.message ?? (error as Error).message };
    }
    return { kind: "other", baseUrl, reason: (error as Error).message };
  }
}

/** A provider id for an address: its host and port in letters that fit everywhere. */
export function providerId(baseUrl: string): string {
  const { host } = new URL(baseUrl);
  return host
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** The variable that hands over the key of a provider connected here. */
export function keyVariable(id: string): string {
  return `ATOMIC_KEY_${id.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}`;
}
