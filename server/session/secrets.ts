/**
 * Keys that are in use. Some providers repeat a refused key in their error text; no record, file or log of ours
 * may carry it on.
 */
import type { ModelRuntime } from "@earendil-works/pi-coding-agent";

/** Shorter values are no keys and would turn up in ordinary text. */
const SHORTEST = 6;

const known = new Set<string>();

/** Keeps `secret` out of everything that goes through `hideSecrets` from now on. */
export function rememberSecret(secret: string | undefined): void {
  if (secret && secret.length >= SHORTEST) known.add(secret);
}

/** The text with every known key replaced. */
export function hideSecrets(text: string): string {
  let hidden = text;
  for (const secret of known) if (hidden.includes(secret)) hidden = hidden.replaceAll(secret, "***");
  return hidden;
}

/** Remembers each key that a request is made with. */
export function rememberKeysOf(models: ModelRuntime): void {
  const getAuth = models.getAuth.bind(models) as (...args: unknown[]) => ReturnType<ModelRuntime["getAuth"]>;
  models.getAuth = (async (...args: unknown[]) => {
    const resolution = await getAuth(...args);
    rememberSecret(resolution?.auth.apiKey);
    for (const value of Object.values(resolution?.auth.headers ?? {})) {
      if (typeof value === "string") rememberSecret(value.replace(/^Bearer\s+/i, ""));
    }
    return resolution;
  }) as ModelRuntime["getAuth"];
}
