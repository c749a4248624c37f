/** Models and credentials of a session (protocol page, "Model"). */
import type { Api, Model as SdkModel } from "@earendil-works/pi-ai";
import { DEMO_MODEL } from "../builtin/demo/model.ts";
import type { Model, ThinkingLevel } from "../protocol/model.ts";
import type { ResponseData } from "../protocol/response.ts";
import { registerDemo } from "./demo.ts";
import type { LiveSession } from "./live-session.ts";
import { rememberSecret } from "./secrets.ts";

/** The models that can be used now. The demo model stands in while there is no real one, and stays while it is in use. */
export function availableModels({ sdk }: LiveSession): { models: Model[]; scopedModels?: Model[] } {
  const available = sdk.modelRuntime.getAvailableSnapshot();
  const real = available.filter((model) => model.provider !== DEMO_MODEL.provider);
  const withDemo = real.length === 0 || sdk.model?.provider === DEMO_MODEL.provider;
  const scoped = sdk.scopedModels.map(({ model }) => model);
  return {
    models: (withDemo ? [...real, DEMO_MODEL] : real) as Model[],
    ...(scoped.length > 0 ? { scopedModels: scoped as Model[] } : {}),
  };
}

/** Switches the model of the session. Throws "Model not found: provider/id" and changes nothing. */
export async function setModel(
  session: LiveSession,
  provider: string,
  modelId: string,
  persist: boolean,
): Promise<Model> {
  const { sdk } = session;
  session.assertWritable();
  await registerDemo(sdk.modelRuntime, `${provider}/${modelId}`);
  const model = sdk.modelRuntime.getAvailableSnapshot().find((one) => one.provider === provider && one.id === modelId);
  if (!model) throw new Error(`Model not found: ${provider}/${modelId}`);
  await keepingLevel(session, model, () => sdk.setModel(model, { persist }));
  session.defaultUnsupported = false;
  if (persist) saveThinkingLevel(session);
  return (sdk.model ?? model) as Model;
}

/** Goes to the next model; null when there are fewer than two. */
export async function cycleModel(
  session: LiveSession,
  direction: "forward" | "backward",
  persist: boolean,
): Promise<ResponseData["cycle_model"]> {
  const { sdk } = session;
  session.assertWritable();
  const candidates =
    sdk.scopedModels.length > 0 ? sdk.scopedModels.map(({ model }) => model) : availableModels(session).models;
  if (candidates.length < 2) return null;
  const before = sdk.model;
  const result = await keepingLevel(session, undefined, () => sdk.cycleModel(direction, { persist }));
  if (!result) return null;
  if (!isSame(before, result.model)) session.defaultUnsupported = false;
  if (persist) saveThinkingLevel(session);
  return {
    model: result.model as Model,
    thinkingLevel: result.thinkingLevel as ThinkingLevel,
    isScoped: result.isScoped,
  };
}

/** Removes the stored credential of a provider; what the environment or models.json gives stays. */
export async function logoutProvider({ sdk }: LiveSession, provider: string): Promise<ResponseData["logout_provider"]> {
  const { modelRuntime } = sdk;
  await modelRuntime.logout(provider);
  const scopedModels = sdk.scopedModels.map(({ model }) => model as Model);
  return {
    provider,
    authStatus: modelRuntime.getProviderAuthStatus(provider),
    models: [...modelRuntime.getAvailableSnapshot()] as Model[],
    ...(scopedModels.length > 0 ? { scopedModels } : {}),
  };
}

/** Stores an API key for a provider. The key is never echoed. Throws when there is no such provider. */
export async function loginProvider(
  session: LiveSession,
  provider: string,
  apiKey: string,
): Promise<ResponseData["login_provider"]> {
  const { modelRuntime } = session.sdk;
  rememberSecret(apiKey);
  if (!modelRuntime.getProvider(provider)) throw new Error(`Unknown provider: ${provider}`);
  await modelRuntime.login(provider, "api_key", { prompt: async () => apiKey, notify: () => {} });
  return {
    provider,
    authStatus: modelRuntime.getProviderAuthStatus(provider),
    models: availableModels(session).models,
  };
}

/**
 * Switches with the session's level kept, clamped to what the new model can; the SDK would go back to the saved
 * default. A level saved for the new model itself still counts.
 */
async function keepingLevel<T>(
  { sdk, services }: LiveSession,
  target: SdkModel<Api> | undefined,
  switching: () => Promise<T>,
): Promise<T> {
  const { settingsManager } = services;
  const { getDefaultThinkingLevel, getModelThinkingLevel } = settingsManager;
  const level = sdk.thinkingLevel;
  settingsManager.getDefaultThinkingLevel = () => level;
  if (target && isSame(sdk.model, target)) settingsManager.getModelThinkingLevel = () => level;
  try {
    return await switching();
  } finally {
    settingsManager.getDefaultThinkingLevel = getDefaultThinkingLevel;
    settingsManager.getModelThinkingLevel = getModelThinkingLevel;
  }
}

function saveThinkingLevel({ sdk, services }: LiveSession): void {
  services.settingsManager.setDefaultThinkingLevel(sdk.thinkingLevel);
}

function isSame(one: SdkModel<Api> | undefined, other: SdkModel<Api>): boolean {
  return one?.provider === other.provider && one.id === other.id;
}
