import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { askEndpoint, endpointUrl, isLocal, keyVariable, providerId } from "../../../../extension/auth/endpoint.ts";
import { findLocalEndpoints, type LocalServer, localServers } from "../../../../extension/auth/local-endpoints.ts";

const running: Server[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Routes = Record<string, unknown>;

/** A server on loopback: JSON by path, 404 for the rest. */
async function serve(routes: Routes | ((request: IncomingMessage, response: ServerResponse) => void)): Promise<number> {
  const server = createServer((request, response) => {
    if (typeof routes === "function") return routes(request, response);
    const value = routes[request.url ?? ""];
    response.writeHead(value === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(typeof value === "string" ? value : JSON.stringify(value ?? {}));
    return undefined;
  });
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const at = (id: string, port: number): LocalServer => {
  const found = localServers.find((server) => server.id === id);
  if (!found) throw new Error(`no server ${id}`);
  return { ...found, port };
};

test("Ollama: models that chat, with context, images and thinking as it says", async () => {
  const shown: Record<string, unknown> = {
    "qwen3:8b": { capabilities: ["completion", "tools", "thinking"], model_info: { "qwen3.context_length": 40960 } },
    llava: { capabilities: ["completion", "vision"], model_info: {} },
    bge: { capabilities: ["embedding"] },
  };
  const port = await serve((request, response) => {
    if (request.url === "/api/tags") {
      const names = ["qwen3:8b", "llava", "bge", "nomic-embed-text", "odd"];
      response.end(JSON.stringify({ models: names.map((name) => ({ name })) }));
      return;
    }
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const known = shown[(JSON.parse(body) as { model: string }).model];
      response.writeHead(known ? 200 : 500).end(JSON.stringify(known ?? {}));
    });
  });
  expect(await findLocalEndpoints([at("ollama", port)])).toEqual([
    {
      id: "ollama",
      name: "Ollama",
      address: `127.0.0.1:${port}`,
      baseUrl: `http://127.0.0.1:${port}/v1`,
      models: [
        { id: "qwen3:8b", contextWindow: 40960, reasoning: true },
        { id: "llava", input: ["text", "image"] },
        { id: "odd" },
      ],
    },
  ]);
});

test("LM Studio with and without its own list, llama.cpp with its context", async () => {
  const detailed = await serve({
    "/api/v0/models": {
      data: [
        { id: "gemma", type: "vlm", max_context_length: 131072, loaded_context_length: 8192 },
        { id: "text-embedding-x", type: "embeddings" },
      ],
    },
  });
  const plain = await serve({ "/v1/models": { data: [{ id: "phi" }] } });
  const llama = await serve({
    "/v1/models": { data: [{ id: "qwen.gguf", owned_by: "llamacpp" }] },
    "/props": { default_generation_settings: { n_ctx: 32768 } },
  });
  const found = await findLocalEndpoints([at("lmstudio", detailed), at("lmstudio", plain), at("llama-cpp", llama)]);
  expect(found.map((endpoint) => endpoint.models)).toEqual([
    [{ id: "gemma", contextWindow: 8192, input: ["text", "image"] }],
    [{ id: "phi" }],
    [{ id: "qwen.gguf", contextWindow: 32768 }],
  ]);
});

test("what is no model server, offers nothing, is silent or not there is not found", async () => {
  const website = await serve({ "/v1/models": "<html>", "/api/tags": "<html>", "/api/v0/models": "<html>" });
  const other = await serve({ "/v1/models": { data: [{ id: "x", owned_by: "someone" }] } });
  const empty = await serve({ "/api/tags": { models: [] } });
  const silent = await serve(() => undefined);
  const moved = await serve((_, response) => response.writeHead(302, { location: "http://example.invalid/" }).end());
  const closed = await serve({});
  const server = running.at(-1);
  await new Promise((resolve) => server?.close(resolve));
  const asked = [
    at("llama-cpp", website),
    at("ollama", website),
    at("lmstudio", website),
    at("llama-cpp", other),
    at("ollama", empty),
    at("lmstudio", silent),
    at("ollama", moved),
    at("llama-cpp", closed),
  ];
  expect(await findLocalEndpoints(asked, 200)).toEqual([]);
});

test("an address as people paste it", () => {
  expect(endpointUrl(" https://api.example.com/v1/chat/completions ")).toBe("https://api.example.com/v1");
  expect(endpointUrl("https://api.example.com/v1/models/")).toBe("https://api.example.com/v1");
  expect(endpointUrl("localhost:1234/v1/")).toBe("http://localhost:1234/v1");
  expect(endpointUrl("api.example.com/openai")).toBe("https://api.example.com/openai");
  for (const text of ["", "http://", "a b", "ftp://x", "http://user:secret@host/v1"])
    expect(endpointUrl(text)).toBeUndefined();
  expect(isLocal("http://127.0.0.1:8080/v1")).toBe(true);
  expect(isLocal("http://[::1]:8080")).toBe(true);
  expect(isLocal("http://localhost.evil.example/v1")).toBe(false);
  expect(providerId("https://api.example.com:8443/v1")).toBe("api-example-com-8443");
  expect(keyVariable("api-example-com-8443")).toBe("ATOMIC_KEY_API_EXAMPLE_COM_8443");
});

test("an endpoint is asked with and without /v1; the key goes along as it should", async () => {
  const seen: (string | undefined)[] = [];
  const port = await serve((request, response) => {
    seen.push(request.headers.authorization);
    const allowed = request.headers.authorization === "Bearer right";
    if (request.url !== "/models") response.writeHead(404).end();
    else response.writeHead(allowed ? 200 : 401).end(JSON.stringify({ data: [{ id: "m" }, { id: "embedder" }] }));
  });
  const url = `http://127.0.0.1:${port}`;
  expect(await askEndpoint(url)).toEqual({ kind: "key" });
  expect(await askEndpoint(url, "wrong")).toEqual({ kind: "key" });
  expect(await askEndpoint(url, "right")).toEqual({ kind: "models", baseUrl: url, models: [{ id: "m" }] });
  expect(seen).toEqual([undefined, undefined, "Bearer wrong", "Bearer wrong", "Bearer right", "Bearer right"]);
  expect(await askEndpoint(`${url}/v1`, "right")).toEqual({ kind: "other", baseUrl: `${url}/v1`, reason: "HTTP 404" });
});

test("an endpoint that cannot be reached, is silent or answers nonsense says so", async () => {
  const silent = await serve(() => undefined);
  const website = await serve({ "/v1/models": "<html>" });
  expect(await askEndpoint(`http://127.0.0.1:${silent}`, undefined, 100)).toMatchObject({ kind: "unreachable" });
  expect(await askEndpoint(`http://127.0.0.1:${website}/v1`)).toMatchObject({ kind: "other" });
  expect(await askEndpoint("http://127.0.0.1:1/v1")).toMatchObject({ kind: "unreachable" });
});
