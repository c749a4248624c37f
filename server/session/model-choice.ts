/** Which model a session starts with: the command line, its own history, the saved default, or what is there. */
import type { Api, Model } from "@earendil-works/pi-ai";
import {
  type AgentSessionServices,
  resolveCliModel,
  resolveModelScopeWithDiagnostics,
  type ScopedModel,
} from "@earendil-works/pi-coding-agent";
import type { Options } from "../cli/options.ts";
import type { ThinkingLevel } from "../protocol/model.ts";
import { registerDemo } from "./demo.ts";
import type { SessionStore } from "./file/store.ts";

export interface ModelChoice {
  /** Undefined: the SDK's own order decides (history, saved default, first available). */
  model: Model<Api> | undefined;
  thinkingLevel: ThinkingLevel | undefined;
  scopedModels: ScopedModel[];
  warnings: string[];
  errors: string[];
}

/**
 * Resolves the command line against what is configured. With `keepsModel`, a model that the session was held with
 * comes first. Unknown models are errors that name them.
 */
export async function chooseModel(
  options: Options,
  services: AgentSessionServices,
  store: SessionStore,
  keepsModel: boolean,
): Promise<ModelChoice> {
  const choice: ModelChoice = {
    model: undefined,
    thinkingLevel: undefined,
    scopedModels: [],
    warnings: [],
    errors: [],
  };
  const { modelRuntime, settingsManager } = services;
  const own = historyOf(store);
  // By name, or because the session was held with it.
  await registerDemo(modelRuntime, options.model ?? `${own.provider}/${own.modelId}`);
  const patterns = options.models ?? settingsManager.getEnabledModels() ?? [];
  if (patterns.length > 0) {
    const { scopedModels, diagnostics } = await resolveModelScopeWithDiagnostics(patterns, modelRuntime);
    choice.scopedModels = scopedModels;
    choice.warnings.push(...diagnostics.map((one) => one.message));
  }
  if (keepsModel && modelRuntime.getModel(own.provider ?? "", own.modelId ?? "")) return choice;
  if (options.model) await chooseByName(choice, options, services);
  else if (choice.scopedModels.length > 0 && !own.hasMessages) chooseFromScope(choice, services);
  choice.thinkingLevel = options.thinking ?? choice.thinkingLevel;
  return choice;
}

async function chooseByName(choice: ModelChoice, options: Options, services: AgentSessionServices): Promise<void> {
  const { modelRuntime } = services;
  const { model, thinkingLevel, warning, error } = resolveCliModel({
    ...(options.provider ? { cliProvider: options.provider } : {}),
    ...(options.model ? { cliModel: options.model } : {}),
    ...(options.thinking ? { cliThinking: options.thinking } : {}),
    inlineApiKey: options.apiKey !== undefined,
    modelRuntime,
  });
  if (error) choice.errors.push(error.replace(/ Use --list-models to see available [a-z/]+\./, ""));
  if (warning) choice.warnings.push(warning);
  choice.model = model;
  choice.thinkingLevel = thinkingLevel as ThinkingLevel | undefined;
  if (options.apiKey === undefined) return;
  if (model) await modelRuntime.setRuntimeApiKey(model.provider, options.apiKey);
  else choice.errors.push("--api-key needs a model that exists");
}

function chooseFromScope(choice: ModelChoice, { settingsManager }: AgentSessionServices): void {
  const provider = settingsManager.getDefaultProvider();
  const id = settingsManager.getDefaultModel();
  const saved = choice.scopedModels.find((one) => one.model.provider === provider && one.model.id === id);
  const first = saved ?? choice.scopedModels[0];
  choice.model = first?.model;
  choice.thinkingLevel = first?.thinkingLevel as ThinkingLevel | undefined;
}

/**
 * True when a complete saved default names a provider that nobody offers and the session has no model of
 * its own (rpc-mode page, "Protocol overview"). To be asked before the session is created, which records one.
 */
export function isDefaultUnsupported(
  { modelRuntime, settingsManager }: AgentSessionServices,
  store: SessionStore,
): boolean {
  const provider = settingsManager.getDefaultProvider();
  if (!provider || !settingsManager.getDefaultModel() || modelRuntime.getProvider(provider)) return false;
  const own = historyOf(store);
  const model = modelRuntime.getModel(own.provider ?? "", own.modelId ?? "");
  return !(own.hasMessages && model && modelRuntime.hasConfiguredAuth(model.provider));
}

interface History {
  hasMessages: boolean;
  /** The model that was used last. */
  provider?: string | undefined;
  modelId?: string | undefined;
}

/** Looks back from the leaf only as far as it has to. */
function historyOf({ manager }: SessionStore): History {
  const history: History = { hasMessages: false };
  let entry = manager.getLeafEntry();
  while (entry && !(history.hasMessages && history.provider)) {
    if (entry.type === "message") history.hasMessages ||= entry.message.role !== "system";
    if (!history.provider && entry.type === "model_change") {
      history.provider = entry.provider;
      history.modelId = entry.modelId;
    } else if (!history.provider && entry.type === "message" && entry.message.role === "assistant") {
      history.provider = entry.message.provider;
      history.modelId = entry.message.model;
    }
    entry = entry.parentId ? manager.getEntry(entry.parentId) : undefined;
  }
  return history;
}
