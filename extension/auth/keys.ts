/** The person's API keys: in VS Code's secret storage, handed to servers by environment, written nowhere else. */
import type { SecretStorage } from "vscode";

const PREFIX = "key.";

/** Every stored key, by the variable that a provider reads it from. */
export async function storedKeys(secrets: SecretStorage): Promise<Record<string, string>> {
  const keys: Record<string, string> = {};
  for (const name of await secrets.keys()) {
    const value = name.startsWith(PREFIX) ? await secrets.get(name) : undefined;
    if (value) keys[name.slice(PREFIX.length)] = value;
  }
  return keys;
}

/** Keeps a key for the variable `variable`; undefined removes it. */
export async function storeKey(secrets: SecretStorage, variable: string, key: string | undefined): Promise<void> {
  if (key) await secrets.store(PREFIX + variable, key);
  else await secrets.delete(PREFIX + variable);
}
