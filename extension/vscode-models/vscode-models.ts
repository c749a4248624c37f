/**
 * Lets the agent use the models that VS Code offers to extensions. Off until the person asks for it; VS Code asks
 * for its own consent with the first message.
 *
 * Wiring, once: `new VSCodeModels(vscodeAccess, context.globalState)`, disposed with the extension. Its
 * `environment()` belongs into the environment of each server that starts; `turnOn()` serves the row "Use VS Code's
 * models" and resolves with the models there are, after which running servers are started again; so they are when
 * `haveCome()` says so after `lm.onDidChangeChatModels`.
 */
import { type HostModel, type ModelAccess, ModelBridge } from "./bridge.ts";

/** As the server knows the provider. */
export const VSCODE_PROVIDER = "vscode";

/** Variable with providers beyond those of the agent folder, in the shape of `providers` in models.json. */
const PROVIDERS_VARIABLE = "ATOMIC_PROVIDERS";
const KEY_VARIABLE = "ATOMIC_KEY_VSCODE";
const ON_KEY = "vscodeModels.on";

interface Memory {
  get<T>(key: string, fallback: T): T;
  update(key: string, value: unknown): PromiseLike<void>;
}

export class VSCodeModels {
  readonly #access: ModelAccess;
  readonly #memory: Memory;
  #bridge: Promise<ModelBridge> | undefined;
  /** A server started without them, as VS Code offered none yet. */
  #missed = false;

  constructor(access: ModelAccess, memory: Memory) {
    this.#access = access;
    this.#memory = memory;
  }

  dispose(): void {
    void this.#bridge?.then((bridge) => bridge.dispose());
    this.#bridge = undefined;
  }

  /** Hands the models to servers from now on, if there are any. */
  async turnOn(): Promise<HostModel[]> {
    const models = await this.#access.models();
    if (models.length > 0) await this.#memory.update(ON_KEY, true);
    return models;
  }

  /** True once after a server had to start without them and they are there now: extensions bring them in their own time. */
  async haveCome(): Promise<boolean> {
    if (!this.#missed || (await this.#access.models().catch(() => [])).length === 0) return false;
    this.#missed = false;
    return true;
  }

  /** What a server's environment needs; nothing while it is off, or when VS Code offers no model. */
  async environment(): Promise<Record<string, string>> {
    if (!this.#memory.get(ON_KEY, false)) return {};
    const models = await this.#access.models().catch(() => []);
    this.#missed = models.length === 0;
    if (this.#missed) return {};
    this.#bridge ??= ModelBridge.start(this.#access);
    const { baseUrl, key } = await this.#bridge;
    const provider = {
      name: "VS Code",
      baseUrl,
      api: "openai-completions",
      apiKey: `$${KEY_VARIABLE}`,
      models: models.map(modelEntry),
    };
    return { [PROVIDERS_VARIABLE]: JSON.stringify({ [VSCODE_PROVIDER]: provider }), [KEY_VARIABLE]: key };
  }
}

function modelEntry({ id, name, maxInputTokens, takesImages }: HostModel) {
  const input = takesImages ? ["text", "image"] : ["text"];
  return { id, name, contextWindow: maxInputTokens, input };
}
