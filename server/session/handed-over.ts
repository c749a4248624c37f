/**
 * Providers that whoever starts the server hands over by its environment: endpoints that last no longer than the
 * client, and belong into no file. `ATOMIC_PROVIDERS` is JSON of the shape that `providers` has in models.json.
 */
import type { ModelRuntime } from "@earendil-works/pi-coding-agent";

export const PROVIDERS_VARIABLE = "ATOMIC_PROVIDERS";

type ProviderInput = Parameters<ModelRuntime["registerProvider"]>[1];
type ModelInput = NonNullable<ProviderInput["models"]>[number];

/** Registers them. What cannot be used is left out, and said. */
export function registerHandedOver(models: ModelRuntime, text = process.env[PROVIDERS_VARIABLE]): void {
  if (!text) return;
  try {
    const providers = JSON.parse(text) as Record<string, ProviderInput>;
    for (const [id, provider] of Object.entries(providers)) models.registerProvider(id, completed(provider));
  } catch (error) {
    console.error(`${PROVIDERS_VARIABLE}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What models.json may leave out, filled in. */
function completed(provider: ProviderInput): ProviderInput {
  const models = (provider.models ?? []) as (Partial<ModelInput> & { id: string })[];
  return {
    ...provider,
    models: models.map((model) => ({
      reasoning: false,
      input: ["text"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      contextWindow: 128_000,
      maxTokens: 16_384,
      ...model,
      name: model.name ?? model.id,
    })) as ModelInput[],
  };
}
