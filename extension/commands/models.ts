import {
  commands,
  l10n,
  type QuickInputButton,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  window,
} from "vscode";
import type { Model } from "../../server/protocol/model.ts";
import { providerName } from "../auth/providers.ts";
import type { Extension } from "../extension.ts";
import { compact } from "../format.ts";
import type { OpenChat } from "../open-chat.ts";
import { thinkingName } from "../panel/words.ts";
import { pickLabel } from "../plain-text.ts";
import { t, textLanguage } from "../texts.ts";
import { onChat } from "./run.ts";
import { pickThinkingLevel } from "./thinking.ts";

const FAVOURITES_KEY = "models.favourites";
const RECENT_KEY = "models.recent";
const MAX_RECENT = 5;

interface ModelItem extends QuickPickItem {
  model?: Model;
  act?: "thinking";
}

export function modelKey(model: Pick<Model, "provider" | "id">): string {
  return `${model.provider}/${model.id}`;
}

/** The model picker: favourites, recent ones, then by provider; a button makes one the default of new sessions. */
export const switchModel = onChat(async (openChat, extension) => {
  const { models } = openChat.chat.sync;
  if (models.length === 0) {
    const setUp = l10n.t("Set up a model");
    const choice = await window.showInformationMessage(l10n.t("No model is configured yet."), setUp);
    if (choice === setUp) await commands.executeCommand("atomic.setUpModel");
    return;
  }
  const chosen = await pickModel(openChat, extension);
  if (chosen?.act === "thinking") await pickThinkingLevel(openChat);
  else if (chosen?.model) await setModel(openChat, extension, chosen.model, chosen.persist);
});

/** Sets a model and notes it among the recent ones. `persist`: also for new sessions. */
export async function setModel(
  openChat: OpenChat,
  extension: Extension,
  model: Pick<Model, "provider" | "id">,
  persist = false,
): Promise<void> {
  const args = { provider: model.provider, modelId: model.id, ...(persist ? { persist } : {}) };
  await openChat.chat.relay("set_model", args);
  const { globalState } = extension.context;
  const key = modelKey(model);
  const recent = [key, ...globalState.get<string[]>(RECENT_KEY, []).filter((one) => one !== key)];
  await globalState.update(RECENT_KEY, recent.slice(0, MAX_RECENT));
}

/** The next model in the catalogue's order. */
export const cycleModel = onChat(async ({ chat }) => {
  const next = await chat.relay("cycle_model", {});
  const text = next ? l10n.t("Model: {0}", next.model.name || next.model.id) : l10n.t("There is no other model");
  window.setStatusBarMessage(text, 3000);
});

interface Choice extends ModelItem {
  persist?: boolean;
}

const makeDefault: QuickInputButton = { iconPath: new ThemeIcon("pin"), tooltip: l10n.t("Use for new sessions too") };
const favour: QuickInputButton = { iconPath: new ThemeIcon("star-empty"), tooltip: l10n.t("Add to favourites") };
const unfavour: QuickInputButton = { iconPath: new ThemeIcon("star-full"), tooltip: l10n.t("Remove from favourites") };

function pickModel(openChat: OpenChat, extension: Extension): Promise<Choice | undefined> {
  const box = window.createQuickPick<ModelItem>();
  box.title = l10n.t("Switch model");
  box.placeholder = l10n.t("Model or provider");
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  const fill = () => {
    box.items = modelItems(openChat, extension);
    const current = openChat.state.model;
    box.activeItems = box.items
      .filter((item) => current && item.model && modelKey(item.model) === modelKey(current))
      .slice(0, 1);
  };
  fill();
  return new Promise((resolve) => {
    const finish = (choice: Choice | undefined) => {
      resolve(choice);
      box.dispose();
    };
    box.onDidAccept(() => finish(box.selectedItems[0]));
    box.onDidHide(() => finish(undefined));
    box.onDidTriggerItemButton(async ({ button, item }) => {
      if (button === makeDefault) return finish({ ...item, persist: true });
      if (item.model) await toggleFavourite(extension, modelKey(item.model));
      fill();
    });
    box.show();
  });
}

async function toggleFavourite(extension: Extension, key: string): Promise<void> {
  const { globalState } = extension.context;
  const favourites = globalState.get<string[]>(FAVOURITES_KEY, []);
  const next = favourites.includes(key) ? favourites.filter((one) => one !== key) : [...favourites, key];
  await globalState.update(FAVOURITES_KEY, next);
}

function modelItems(openChat: OpenChat, extension: Extension): ModelItem[] {
  const { models } = openChat.chat.sync;
  const { model: current, thinkingLevel, thinkingLevels } = openChat.state;
  const favourites = extension.context.globalState.get<string[]>(FAVOURITES_KEY, []);
  const recent = extension.context.globalState.get<string[]>(RECENT_KEY, []);
  const byKey = new Map(models.map((model) => [modelKey(model), model]));
  const known = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  const item = (model: Model): ModelItem => modelItem(model, current, favourites.includes(modelKey(model)));
  const items: ModelItem[] = [];
  if (thinkingLevels.length > 1) {
    items.push({
      label: `$(lightbulb) ${l10n.t("Thinking level: {0}", thinkingName(thinkingLevel, t))}`,
      act: "thinking",
      alwaysShow: true,
    });
  }
  addGroup(items, l10n.t("Favourites"), known(favourites).map(item));
  addGroup(items, l10n.t("Recent"), known(recent.filter((key) => !favourites.includes(key))).map(item));
  for (const provider of new Set(models.map((model) => model.provider))) {
    addGroup(items, providerName(provider), models.filter((model) => model.provider === provider).map(item));
  }
  return items;
}

function addGroup(items: ModelItem[], label: string, group: ModelItem[]): void {
  if (group.length > 0) items.push({ label, kind: QuickPickItemKind.Separator }, ...group);
}

function modelItem(model: Model, current: Model | null, isFavourite: boolean): ModelItem {
  const isCurrent = current !== null && modelKey(model) === modelKey(current);
  const { input, output } = model.cost;
  const cost =
    input > 0 || output > 0 ? l10n.t("{0} in, {1} out a million", price(input), price(output)) : l10n.t("no charge");
  return {
    label: `${isCurrent ? "$(check) " : ""}${pickLabel(model.name || model.id)}`,
    description: pickLabel(modelKey(model)),
    detail: [l10n.t("{0} context", compact(model.contextWindow)), cost].join(" · "),
    buttons: [makeDefault, isFavourite ? unfavour : favour],
    model,
  };
}

/** US dollars of a million tokens, with as many decimals as there are: `$3`, `$0.15`. */
function price(amount: number): string {
  const format = { style: "currency", currency: "USD", minimumFractionDigits: 0, maximumFractionDigits: 4 } as const;
  return new Intl.NumberFormat(textLanguage(), format).format(amount);
}
