/**
 * The ways to a first model, offered when none is configured.
 *
 * Wiring: command and action `setUpModel` call `chooseSetUp(ways)`; each way is what the command of that name does.
 * Local endpoints are looked for each time it opens.
 */
import * as vscode from "vscode";
import { countOfModels } from "./connect-endpoint.ts";
import { findLocalEndpoints, type LocalEndpoint } from "./local-endpoints.ts";
import { providersBeyondFirstThree } from "./providers.ts";

const { l10n } = vscode;

export interface SetUpWays {
  useEndpoint(endpoint: LocalEndpoint): unknown;
  addKey(): unknown;
  vscodeModels(): unknown;
  connectEndpoint(): unknown;
  demoModel(): unknown;
}

interface Way extends vscode.QuickPickItem {
  run?: () => unknown;
}

/** Shows the ways and does what is picked. Local endpoints join the list when they are found. */
export async function chooseSetUp(ways: SetUpWays): Promise<void> {
  const pick = vscode.window.createQuickPick<Way>();
  pick.title = l10n.t("Choose a model to start");
  pick.placeholder = l10n.t("Nothing is sent until you do.");
  pick.matchOnDetail = true;
  pick.items = waysOf(ways, []);
  pick.busy = true;
  pick.show();
  void findLocalEndpoints().then((found) => {
    pick.items = waysOf(ways, found);
    pick.busy = false;
  });
  const picked = await new Promise<Way | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]));
    pick.onDidHide(() => resolve(undefined));
  });
  pick.dispose();
  await picked?.run?.();
}

function waysOf(ways: SetUpWays, found: readonly LocalEndpoint[]): Way[] {
  const icon = (name: string) => new vscode.ThemeIcon(name);
  const local = found.map((endpoint) => ({
    label: l10n.t("Use {0} on this computer", endpoint.name),
    detail: l10n.t("Found at {0} · {1}, no key needed", endpoint.address, countOfModels(endpoint.models.length)),
    iconPath: icon("vm"),
    run: () => ways.useEndpoint(endpoint),
  }));
  const key: Way = {
    label: l10n.t("Add an API key"),
    detail: l10n.t("Anthropic, OpenAI, Google and {0} more", providersBeyondFirstThree),
    iconPath: icon("key"),
    run: () => ways.addKey(),
  };
  const own: Way = {
    label: l10n.t("Use VS Code's models"),
    detail: l10n.t("From the providers you are signed in to here"),
    iconPath: icon("sparkle"),
    run: () => ways.vscodeModels(),
  };
  const endpoint: Way = {
    label: l10n.t("Connect another endpoint"),
    detail: l10n.t("LM Studio, llama.cpp, any compatible URL"),
    iconPath: icon("plug"),
    run: () => ways.connectEndpoint(),
  };
  const demo: Way = {
    label: l10n.t("Try the demo model"),
    detail: l10n.t("Just looking? It needs no network."),
    iconPath: icon("play"),
    run: () => ways.demoModel(),
  };
  return [...local, key, own, endpoint, demo];
}
