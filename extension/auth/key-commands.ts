/**
 * Asks for API keys and keeps them.
 *
 * Wiring, once: `new KeyCommands(context.secrets, changed)`. `changed` is called after a key was kept or removed:
 * servers get keys by their environment (`storedKeys` of keys.ts), so those that run are started again. The
 * command `atomic.setApiKey` and the panel's action of that name call `setKey()` (with a provider's id after one
 * refused its key), `atomic.removeApiKey` calls `removeKey()`, and "log out" calls `forget(providerId)`.
 */
import * as vscode from "vscode";
import { cleanKey, type KeyProblem, keyProblem } from "./key-check.ts";
import { storedKeys, storeKey } from "./keys.ts";
import { type KeyProvider, keyProviders, type ProviderSetting } from "./providers.ts";

const { l10n } = vscode;

interface ProviderItem extends vscode.QuickPickItem {
  provider?: KeyProvider;
}

export class KeyCommands {
  readonly #secrets: vscode.SecretStorage;
  readonly #changed: () => void;

  constructor(secrets: vscode.SecretStorage, changed: () => void) {
    this.#secrets = secrets;
    this.#changed = changed;
  }

  /** Asks for provider (unless given by its id) and key. True when a key was kept. */
  async setKey(providerId?: string): Promise<boolean> {
    const stored = await storedKeys(this.#secrets);
    const provider = keyProviders.find((one) => one.id === providerId) ?? (await pickProvider(stored));
    if (!provider) return false;
    const key = await askKey(provider);
    if (!key) return false;
    const settings = await askSettings(provider.settings?.() ?? [], stored);
    if (!settings) return false;
    await storeKey(this.#secrets, provider.variable, key);
    for (const [variable, value] of Object.entries(settings)) await storeKey(this.#secrets, variable, value);
    this.#changed();
    return true;
  }

  /** Asks which stored key to remove. True when one was. */
  async removeKey(): Promise<boolean> {
    const stored = await storedKeys(this.#secrets);
    const items = Object.keys(stored)
      .filter((variable) => !isSetting(variable))
      .map((variable) => ({ label: namesOf(variable), description: variable, variable }));
    if (items.length === 0) {
      void vscode.window.showInformationMessage(l10n.t("No API key is stored here."));
      return false;
    }
    const picked = await vscode.window.showQuickPick(items, {
      title: l10n.t("Remove API Key"),
      placeHolder: l10n.t("Key to remove from this computer"),
    });
    if (!picked) return false;
    await this.#remove(picked.variable);
    return true;
  }

  /** Removes what is stored for a provider. True when there was a key. */
  async forget(providerId: string): Promise<boolean> {
    const provider = keyProviders.find((one) => one.id === providerId);
    if (!provider || !(provider.variable in (await storedKeys(this.#secrets)))) return false;
    await this.#remove(provider.variable);
    return true;
  }

  async #remove(variable: string): Promise<void> {
    const users = keyProviders.filter((one) => one.variable === variable);
    const settings = users.flatMap((one) => one.settings?.() ?? []).map((setting) => setting.variable);
    for (const name of [variable, ...settings]) await storeKey(this.#secrets, name, undefined);
    this.#changed();
  }
}

async function pickProvider(stored: Readonly<Record<string, string>>): Promise<KeyProvider | undefined> {
  const items: ProviderItem[] = keyProviders.map((provider) => ({
    label: provider.name,
    ...(provider.variable in stored ? { description: l10n.t("key stored") } : {}),
    provider,
  }));
  const isStored = (item: ProviderItem) => item.description !== undefined;
  const others: ProviderItem = { label: "", kind: vscode.QuickPickItemKind.Separator };
  const sorted = [...items.filter(isStored), others, ...items.filter((item) => !isStored(item))];
  const picked = await vscode.window.showQuickPick(sorted, {
    title: l10n.t("Set API Key"),
    placeHolder: l10n.t("Provider the key is for"),
  });
  return picked?.provider;
}

/** A key that passed the check, or undefined. What is typed is never shown. */
export async function askKey(provider: KeyProvider): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: l10n.t("API Key of {0}", provider.name),
    prompt: l10n.t("Kept in the secret storage of this computer and handed to the agent only."),
    placeHolder: provider.prefix ? `${provider.prefix}…` : "",
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => validation(keyProblem(cleanKey(text), provider), provider),
  });
  return typed === undefined ? undefined : cleanKey(typed);
}

function validation(
  problem: KeyProblem | undefined,
  provider: KeyProvider,
): vscode.InputBoxValidationMessage | undefined {
  const error = (message: string) => ({ message, severity: vscode.InputBoxValidationSeverity.Error });
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case "empty":
      return error(l10n.t("Paste or type the key."));
    case "short":
      return error(l10n.t("A key is longer than this."));
    case "character":
      return error(l10n.t('A key holds no "{0}".', problem.character));
    case "other": {
      const message = l10n.t("This looks like a key of {0}, not of {1}.", problem.name, provider.name);
      return { message, severity: vscode.InputBoxValidationSeverity.Warning };
    }
  }
}

/** The other values a provider needs; undefined when one of them was not given. */
async function askSettings(
  settings: readonly ProviderSetting[],
  stored: Readonly<Record<string, string>>,
): Promise<Record<string, string> | undefined> {
  const values: Record<string, string> = {};
  for (const { variable, title, placeholder, optional } of settings) {
    const value = await vscode.window.showInputBox({
      title,
      placeHolder: placeholder,
      value: stored[variable] ?? process.env[variable] ?? "",
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() || optional ? undefined : l10n.t("The provider needs this.")),
    });
    if (value === undefined) return undefined;
    values[variable] = value.trim();
  }
  return values;
}

function isSetting(variable: string): boolean {
  return keyProviders.some((provider) => provider.settings?.().some((setting) => setting.variable === variable));
}

function namesOf(variable: string): string {
  const names = keyProviders.filter((provider) => provider.variable === variable).map((provider) => provider.name);
  return names.length > 0 ? names.join(", ") : variable;
}
