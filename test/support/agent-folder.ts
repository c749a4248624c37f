import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** The key in models.json; must never come out of the server (tests search for it). */
export const secretKey = "sk-scripted-0123456789abcdef";

export interface ModelSpec {
  id: string;
  name?: string;
  reasoning?: boolean;
  input?: ("text" | "image")[];
  contextWindow?: number;
  maxTokens?: number;
  [key: string]: unknown;
}

export interface AgentFolderOptions {
  /** baseUrl of the scripted endpoint; without it models.json holds no provider. */
  baseUrl?: string;
  /** Models of the provider "mock"; default `defaultModels`. */
  models?: ModelSpec[];
  /** More providers of models.json, as they stand there. */
  providers?: Record<string, unknown>;
  /** Merged over the default settings.json. */
  settings?: Record<string, unknown>;
  /** Contents of auth.json. */
  auth?: Record<string, unknown>;
  /** Files under the agent folder, by relative path: extensions, prompts, skills. */
  files?: Record<string, string>;
  /** Files under the workspace folder, by relative path. */
  workspace?: Record<string, string>;
}

/** `mock/main` thinks and sees images, `mock/plain` does neither. */
export const defaultModels: ModelSpec[] = [
  { id: "main", name: "Mock Main", reasoning: true, input: ["text", "image"] },
  { id: "plain", name: "Mock Plain" },
];

/** A temporary world for one server: agent folder, workspace, home and temp folder under one root. */
export class AgentFolder {
  readonly root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "atomic-test-")));
  readonly agentDir = path.join(this.root, "agent");
  readonly workspace = path.join(this.root, "workspace");
  readonly home = path.join(this.root, "home");
  readonly temp = path.join(this.root, "temp");

  constructor(options: AgentFolderOptions = {}) {
    for (const folder of [this.agentDir, this.workspace, this.home, this.temp]) mkdirSync(folder);
    const mock = options.baseUrl ? { mock: mockProvider(options.baseUrl, options.models ?? defaultModels) } : undefined;
    this.writeAgentFile("models.json", JSON.stringify({ providers: { ...mock, ...options.providers } }, null, 2));
    this.writeAgentFile("settings.json", JSON.stringify({ ...defaultSettings(options), ...options.settings }, null, 2));
    if (options.auth) this.writeAgentFile("auth.json", JSON.stringify(options.auth));
    for (const [name, text] of Object.entries(options.files ?? {})) this.writeAgentFile(name, text);
    for (const [name, text] of Object.entries(options.workspace ?? {})) this.writeWorkspaceFile(name, text);
  }

  /** Environment of a server that lives in this world: no network, no credentials of the person running the tests. */
  env(extra: Record<string, string> = {}): Record<string, string> {
    const kept = Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        !/(_API_KEY|_TOKEN|_SECRET)$|^(AWS|GOOGLE|AZURE|PI|ATOMIC|VITEST|NODE_OPTIONS)/.test(entry[0]),
    );
    return {
      ...Object.fromEntries(kept),
      HOME: this.home,
      USERPROFILE: this.home,
      TMPDIR: this.temp,
      ATOMIC_CODING_AGENT_DIR: this.agentDir,
      PI_CODING_AGENT_DIR: this.agentDir,
      PI_OFFLINE: "1",
      NO_COLOR: "1",
      ...extra,
    };
  }

  writeAgentFile(name: string, text: string): string {
    return write(path.join(this.agentDir, name), text);
  }

  writeWorkspaceFile(name: string, text: string): string {
    return write(path.join(this.workspace, name), text);
  }

  readWorkspaceFile(name: string): string {
    return readFileSync(path.join(this.workspace, name), "utf8");
  }

  hasWorkspaceFile(name: string): boolean {
    return existsSync(path.join(this.workspace, name));
  }

  readAgentFile(name: string): string {
    return readFileSync(path.join(this.agentDir, name), "utf8");
  }

  /** settings.json as it stands now. */
  settings(): Record<string, unknown> {
    return JSON.parse(this.readAgentFile("settings.json")) as Record<string, unknown>;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}

function write(file: string, text: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function mockProvider(baseUrl: string, models: ModelSpec[]): object {
  return {
    baseUrl,
    api: "openai-completions",
    apiKey: secretKey,
    compat: { supportsDeveloperRole: false, supportsReasoningEffort: true, maxTokensField: "max_tokens" },
    models: models.map((model) => ({
      name: model.id,
      reasoning: false,
      input: ["text"],
      contextWindow: 128_000,
      maxTokens: 8192,
      cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
      ...model,
    })),
  };
}

/** The first mock model is the default; retries wait for milliseconds, not seconds. */
function defaultSettings(options: AgentFolderOptions): object {
  const first = (options.models ?? defaultModels)[0];
  return {
    ...(options.baseUrl && first ? { defaultProvider: "mock", defaultModel: first.id } : {}),
    quietStartup: true,
    retry: { enabled: true, maxRetries: 3, baseDelayMs: 50, provider: { maxRetries: 0 } },
    compaction: { enabled: true, reserveTokens: 2000 },
  };
}
