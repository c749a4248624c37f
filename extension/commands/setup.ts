import path from "node:path";
import { commands, type ExtensionContext, l10n, window } from "vscode";
import { agentFolder } from "../agent/agent-folder.ts";
import { EndpointCommands } from "../auth/connect-endpoint.ts";
import { EndpointOffers } from "../auth/endpoint-offers.ts";
import { KeyCommands } from "../auth/key-commands.ts";
import { providerName } from "../auth/providers.ts";
import { chooseSetUp } from "../auth/set-up.ts";
import type { Chats } from "../chats.ts";
import { serverSettings } from "../settings.ts";
import type { VSCodeModels } from "../vscode-models/vscode-models.ts";
import { setModel } from "./models.ts";
import { pickOne } from "./pick.ts";
import { type CommandFactory, onChat } from "./run.ts";

/** What sets up models and keys; running servers are started again after a change, as they read both at their start. */
export interface SetUp {
  keys: KeyCommands;
  endpoints: EndpointCommands;
  offers: EndpointOffers;
  vscodeModels: VSCodeModels;
}

export function makeSetUp({ secrets }: ExtensionContext, chats: Chats, vscodeModels: VSCodeModels): SetUp {
  const keys = new KeyCommands(secrets, () => void chats.restartRunning());
  const endpoints = new EndpointCommands({
    secrets,
    modelsFile: () => path.join(agentFolder(process.env, serverSettings().env), "models.json"),
    connected: (provider, modelId) => void connected(chats, provider, modelId),
  });
  return { keys, endpoints, offers: new EndpointOffers(), vscodeModels };
}

async function connected(chats: Chats, provider: string, modelId: string): Promise<void> {
  await chats.restartRunning();
  const { chat } = chats.current;
  await chat.link.start();
  await chat.relay("set_model", { provider, modelId, persist: true });
}

export const setUpModel: CommandFactory = (extension) => () => {
  const { keys, endpoints } = extension.setUp;
  return chooseSetUp({
    useEndpoint: (endpoint) => endpoints.use(endpoint),
    addKey: () => keys.setKey(),
    vscodeModels: () => commands.executeCommand("atomic.vscodeModels"),
    connectEndpoint: () => endpoints.connect(),
    demoModel: () => commands.executeCommand("atomic.useDemoModel"),
  });
};

export const setApiKey: CommandFactory = (extension) => (provider) =>
  extension.setUp.keys.setKey(typeof provider === "string" ? provider : undefined);

export const removeApiKey: CommandFactory = (extension) => () => extension.setUp.keys.removeKey();

export const connectEndpoint: CommandFactory = (extension) => () => extension.setUp.endpoints.connect();

/** Connects a model server that was found on this computer and is offered in the panel. */
export const useEndpoint: CommandFactory = (extension) => async (id) => {
  const { endpoints, offers } = extension.setUp;
  const found = typeof id === "string" ? offers.find(id) : undefined;
  await (found ? endpoints.use(found) : endpoints.connect());
};

/** Lets the agent use the models VS Code offers, and asks which. */
export const vscodeModels: CommandFactory = (extension) => async () => {
  const models = await extension.setUp.vscodeModels.turnOn();
  if (models.length === 0) {
    const text = l10n.t("VS Code offers no models here. Extensions such as GitHub Copilot bring them.");
    return void window.showInformationMessage(text);
  }
  await extension.chats.restartRunning();
  await commands.executeCommand("atomic.switchModel");
};

/** A stand-in that needs no network, to look around with. */
export const useDemoModel = onChat((openChat, extension) =>
  setModel(openChat, extension, { provider: "demo", id: "demo" }),
);

/** Removes what the agent has stored of a provider, and the key kept here. */
export const logout = onChat(async ({ chat }, extension) => {
  const providers = [...new Set(chat.sync.models.map((model) => model.provider))];
  const provider = await pickOne(
    l10n.t("Log out of a provider"),
    chat.state.model?.provider,
    providers.map((value) => ({ value, label: providerName(value) })),
  );
  if (!provider) return;
  const { authStatus } = await chat.relay("logout_provider", { provider });
  await extension.setUp.keys.forget(provider);
  const still = authStatus.configured
    ? l10n.t("It is still signed in by {0}.", authStatus.label ?? authStatus.source ?? "")
    : "";
  chat.notice("info", [l10n.t("Logged out of {0}.", providerName(provider)), still].filter(Boolean).join(" "), true);
});
