/** Thinking levels of a session (protocol page, "Thinking"). */
import type { ThinkingLevel } from "../protocol/model.ts";
import type { ResponseData } from "../protocol/response.ts";
import type { LiveSession } from "./live-session.ts";
import { currentModel } from "./state.ts";

/**
 * Sets the level, clamped to what the model can. `persist` also saves it as the default and, with a model,
 * as that model's own. Returns the effective level and what it was saved against.
 */
export function setThinkingLevel(
  session: LiveSession,
  level: ThinkingLevel,
  persist: boolean,
): ResponseData["set_thinking_level"] {
  const { sdk, services } = session;
  session.assertWritable();
  sdk.setThinkingLevel(level, { persist });
  const model = currentModel(session);
  const effective = sdk.thinkingLevel as ThinkingLevel;
  if (!model) return { level: effective };
  if (persist) services.settingsManager.setModelThinkingLevel(model.provider, model.id, effective);
  return { level: effective, provider: model.provider, modelId: model.id };
}
