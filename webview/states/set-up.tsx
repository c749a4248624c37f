/** No model yet: the ways to one. */
import type { ChatState, HostAction } from "../../extension/panel/messages.ts";
import type { Model } from "../../server/protocol/model.ts";
import { isLocal, providerName } from "../composer/models.ts";
import { command, post } from "../state/host.ts";
import { showToast } from "../state/store.ts";
import { LinkButton } from "../ui/button.tsx";
import { t } from "../ui/l10n.ts";
import { plainText } from "../ui/plain.ts";
import { StartList, type StartRow } from "./start-list.tsx";

const act = (action: HostAction) => () => post({ type: "action", action });

/** How many providers take a key beside the three that are named. The host's list is checked against it in a test. */
export const otherKeyProviders = 39;

function found(address: string, models: number): string {
  const count = models === 1 ? t("1 model, no key needed") : t("{0} models, no key needed", models);
  return `${t("Found at {0}", address)} · ${count}`;
}

/** Model servers on this computer: those the host found, and those the agent knows already. */
function localWays({ endpoints = [] }: ChatState, models: readonly Model[]): StartRow[] {
  const offered = endpoints.map(({ id, name, address, models }) => ({
    icon: "vm",
    text: t("Use {0} on this computer", plainText(name)),
    detail: found(plainText(address), models),
    onPick: () => post({ type: "action", action: "useEndpoint", target: id }),
  }));
  const byProvider = Map.groupBy(models.filter(isLocal), (model) => model.provider);
  const known = [...byProvider].map(([provider, models]) => ({
    icon: "vm",
    text: t("Use {0} on this computer", providerName(provider)),
    detail: found(hostOf(models[0]?.baseUrl ?? ""), models.length),
    onPick: () => models[0] && choose(models[0]),
  }));
  return [...offered, ...known];
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

/** Models that are there, though none is chosen. */
function otherWays(models: readonly Model[]): StartRow[] {
  const names = [...new Set(models.map((model) => providerName(model.provider)))].slice(0, 3).join(", ");
  const [first] = models;
  if (!first) return [];
  if (models.length === 1)
    return [{ icon: "sparkle", text: t("Use {0}", first.name), detail: names, onPick: () => choose(first) }];
  return [
    { icon: "sparkle", text: t("Choose from {0} models", models.length), detail: names, onPick: act("switchModel") },
  ];
}

function choose({ provider, id }: Model): void {
  command("set_model", { provider, modelId: id }).catch((error: Error) => showToast("error", error.message));
}

export function SetUp({ chat }: { chat: ChatState }) {
  // The demo model stands below the ways, not among them.
  const models = chat.models.filter(({ provider }) => provider !== "demo");
  const ways: StartRow[] = [
    ...localWays(chat, models),
    ...otherWays(models.filter((model) => !isLocal(model))),
    {
      icon: "key",
      text: t("Add an API key"),
      detail: t("Anthropic, OpenAI, Google and {0} more", otherKeyProviders),
      onPick: act("setApiKey"),
    },
    {
      icon: "sparkle",
      text: t("Use VS Code's models"),
      detail: t("From the providers you are signed in to here"),
      onPick: act("vscodeModels"),
    },
    {
      icon: "plug",
      text: t("Connect another endpoint"),
      detail: t("LM Studio, llama.cpp, any compatible URL"),
      onPick: act("connectEndpoint"),
    },
  ];
  const [before, after] = t("Just looking? {0}. It needs no network.", "\n").split("\n");
  return (
    <>
      <h2 className="start-title">{t("Choose a model to start")}</h2>
      <p className="start-text">{t("Nothing is sent until you do.")}</p>
      <StartList label={t("Ways to a model")} rows={ways} />
      <p className="muted">
        {before}
        <LinkButton onClick={act("useDemoModel")}>{t("Try the demo model")}</LinkButton>
        {after}
      </p>
    </>
  );
}
