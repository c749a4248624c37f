/**
 * Connects an endpoint that speaks OpenAI's API: one that runs on this computer, or any address. It is written
 * into the agent folder's models.json, its key (if it needs one) into the secret storage, never into the file.
 *
 * Wiring, once: `new EndpointCommands({ secrets, modelsFile, connected })`, `modelsFile` being the path of
 * models.json in the agent folder (`ATOMIC_CODING_AGENT_DIR`, else ~/.atomic/agent). `connect()` serves the command
 * and action `connectEndpoint`; `use(endpoint)` the row of a local one that was found. `connected(provider, model)`
 * is called afterwards: running servers start again (they read file and key at their start), then `set_model`.
 */
import * as vscode from "vscode";
import { askEndpoint, endpointUrl, isLocal, keyVariable, providerId } from "./endpoint.ts";
import { cleanKey } from "./key-check.ts";
import { storeKey } from "./keys.ts";
import { findLocalEndpoints, type LocalEndpoint } from "./local-endpoints.ts";
import { addProvider, type EndpointModel } from "./models-file.ts";

const { l10n } = vscode;
/** Servers that check no key still get one, as clients of this API must send something. */
const NO_KEY = "none";

export interface EndpointOptions {
  secrets: vscode.SecretStorage;
  modelsFile(): string;
  connected(provider: string, modelId: string): void;
}

interface Target {
  id: string;
  name: string;
  baseUrl: string;
  models: EndpointModel[];
  key?: string;
}

export class EndpointCommands {
  readonly #options: EndpointOptions;

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  /** Asks which endpoint, tries it, asks for its models. True when one was connected. */
  async connect(): Promise<boolean> {
    const found = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: l10n.t("Looking for local endpoints…") },
      () => findLocalEndpoints(),
    );
    const target = await this.#choose(found);
    return target !== undefined && this.#save(target);
  }

  /** Connects a local endpoint that was found. */
  use(endpoint: LocalEndpoint): Promise<boolean> {
    return this.#save(endpoint);
  }

  async #choose(found: readonly LocalEndpoint[]): Promise<Target | undefined> {
    if (found.length === 0) return askForTarget();
    const other = { label: l10n.t("Another address…"), iconPath: new vscode.ThemeIcon("plug"), endpoint: undefined };
    const items = found.map((endpoint) => ({
      label: endpoint.name,
      description: `${endpoint.address} · ${countOfModels(endpoint.models.length)}`,
      iconPath: new vscode.ThemeIcon("vm"),
      endpoint,
    }));
    const title = l10n.t("Connect Endpoint");
    const picked = await vscode.window.showQuickPick([...items, other], { title });
    return picked && (picked.endpoint ?? askForTarget());
  }

  async #save(target: Target): Promise<boolean> {
    const models = await pickModels(target);
    const [first] = models;
    if (!first) return false;
    const variable = keyVariable(target.id);
    const { id, name, baseUrl } = target;
    const apiKey = target.key ? `$${variable}` : NO_KEY;
    try {
      await addProvider(this.#options.modelsFile(), id, { name, baseUrl, api: "openai-completions", apiKey, models });
    } catch (error) {
      await explain(this.#options.modelsFile(), error);
      return false;
    }
    if (target.key) await storeKey(this.#options.secrets, variable, target.key);
    this.#options.connected(id, first.id);
    return true;
  }
}

/** The address is asked for until something answers there, or the person gives up. A key is only sent where it was typed for. */
async function askForTarget(): Promise<Target | undefined> {
  let typed = "http://127.0.0.1:";
  for (;;) {
    const answer = await askAddress(typed);
    if (answer === undefined) return undefined;
    typed = answer;
    const url = endpointUrl(answer) ?? "";
    let target = await tryAddress(url);
    while (target === "key") {
      const key = await askEndpointKey(url);
      if (key === undefined) return undefined;
      target = await tryAddress(url, key);
      if (target === "key") void vscode.window.showWarningMessage(l10n.t("{0} refused the key.", new URL(url).host));
    }
    if (target !== "again") return target;
  }
}

function askAddress(value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: l10n.t("Connect Endpoint"),
    prompt: l10n.t("Address of an endpoint that speaks OpenAI's API"),
    placeHolder: "http://127.0.0.1:1234/v1",
    value,
    valueSelection: [value.length, value.length],
    ignoreFocusOut: true,
    validateInput: (text) => {
      const url = endpointUrl(text);
      if (!url) return l10n.t("Type an address that begins with http:// or https://.");
      if (url.startsWith("https:") || isLocal(url)) return undefined;
      const message = l10n.t("What is sent there is not encrypted.");
      return { message, severity: vscode.InputBoxValidationSeverity.Warning };
    },
  });
}

async function tryAddress(url: string, key?: string): Promise<Target | "key" | "again" | undefined> {
  const { host } = new URL(url);
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t("Asking {0} for its models…", host) },
    () => askEndpoint(url, key),
  );
  const target = (baseUrl: string, models: EndpointModel[]): Target => {
    return { id: providerId(baseUrl), name: host, baseUrl, models, ...(key ? { key } : {}) };
  };
  switch (answer.kind) {
    case "models":
      return target(answer.baseUrl, answer.models);
    case "key":
      return "key";
    case "unreachable": {
      const again = l10n.t("Change the Address");
      const text = l10n.t("{0} cannot be reached ({1}).", host, answer.reason);
      return (await vscode.window.showWarningMessage(text, again)) === again ? "again" : undefined;
    }
    case "other": {
      const again = l10n.t("Change the Address");
      const name = l10n.t("Name the Model");
      const text = l10n.t("{0} does not list its models ({1}).", host, answer.reason);
      const choice = await vscode.window.showWarningMessage(text, again, name);
      if (choice === name) return target(answer.baseUrl, []);
      return choice === again ? "again" : undefined;
    }
  }
}

async function askEndpointKey(url: string): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: l10n.t("API Key of {0}", new URL(url).host),
    prompt: l10n.t("Kept in the secret storage of this computer and handed to the agent only."),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (/^[\x21-\x7e]+$/.test(cleanKey(text)) ? undefined : l10n.t("Paste or type the key.")),
  });
  return typed === undefined ? undefined : cleanKey(typed);
}

/** All of a few; of many, those the person picks; of none, the one that is named. The first is the one to use. */
async function pickModels({ models, name }: Target): Promise<EndpointModel[]> {
  const title = l10n.t("Models of {0}", name);
  if (models.length === 0) {
    const id = await vscode.window.showInputBox({
      title,
      prompt: l10n.t("The model's name, as the endpoint knows it"),
      ignoreFocusOut: true,
    });
    return id?.trim() ? [{ id: id.trim() }] : [];
  }
  if (models.length === 1) return models;
  const items = models.map((model) => ({
    label: model.id,
    ...(model.contextWindow ? { description: l10n.t("{0}k tokens", Math.round(model.contextWindow / 1000)) } : {}),
    model,
    picked: models.length <= 20,
  }));
  const options = { title, canPickMany: true as const, ignoreFocusOut: true, placeHolder: l10n.t("Models to offer") };
  return ((await vscode.window.showQuickPick(items, options)) ?? []).map(({ model }) => model);
}

async function explain(file: string, error: unknown): Promise<void> {
  const open = l10n.t("Open File");
  const reason = error instanceof Error ? error.message : String(error);
  const text = l10n.t("The endpoint was not added, nothing was changed. {0}", reason);
  if ((await vscode.window.showErrorMessage(text, open)) === open) {
    await vscode.window.showTextDocument(vscode.Uri.file(file));
  }
}

export function countOfModels(count: number): string {
  return count === 1 ? l10n.t("1 model") : l10n.t("{0} models", count);
}
