/** Names of models as people know them. */
import type { Model } from "../../server/protocol/model.ts";

/** The name of the model with this id, else the id. */
export function modelName(models: readonly Model[] | undefined, id: string): string {
  return models?.find((model) => model.id === id)?.name ?? id;
}

/** "Claude Sonnet 4.5 (latest)" → "Sonnet 4.5": what stands in a narrow foot. */
export function shortModelName(name: string): string {
  return name.replace(/\s*\([^)]*\)$/, "").replace(/^(Claude|OpenAI|Google)\s+(?=\S)/, "");
}
