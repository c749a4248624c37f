/** No model yet: the ways to one. */
import type { ChatState, HostAction } from "../../extension/panel/messages.ts";
import type { Model } from "../../server/protocol/model.ts";
import { isLocal, providerName } from "../composer/models.ts";
import { command, post } from "../state/host.ts";
import { showToast } from "../state/store.ts";
import { LinkButton } from "../ui/button.tsx";
import { t } from "../ui/l10n.ts";
import { StartList, type StartRow } from "./start-list.tsx";

const act = (action: HostAction) => () => post({ type: "action", action });

/** Models on this computer, by provider: each provider is one way to start. */
function localWays(chat: ChatState): StartRow[] {
  const byProvider = Map.groupBy(chat.models.filter(isLocal), (model) => model.provider);
  return [...byProvider].map(([provider, models]) => {
    const found = models.length === 1 ? t("1 model, no key needed") : t("{0} models, no key needed", models.length);
    return {
      icon: "vm",
      text: t("Use {0} on this computer", providerName(provider)),
      detail: `${t("Found at {0}", hostOf(models[0]?.baseUrl ?? ""))} · ${found}`,
      onPick: () => models[0] && choose(models[0]),
    };
  });
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

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

/** Model servers that run on this computer and are not connected yet. */
function foundWays(chat: ChatState): StartRow[] {
  return (chat.endpoints ?? []).map(({ id, name, address, models }) => {
    const count = models === 1 ? t("1 model, no key needed") : t("{0} models, no key needed", models);
    return {
      icon: "vm",
      text: t("Use {0} on this computer", name),
      detail: `${t("Found at {0}", address)} · ${count}`,
      onPick: () => post({ type: "action", action: "useEndpoint", target: id }),
    };
  });
}

export function SetUp({ chat }: { chat: ChatState }) {
  const others = chat.models.filter((model) => !isLocal(model) && model.provider !== "demo");
  const ways: StartRow[] = [
    ...localWays(chat),
    ...foundWays(chat),
    ...otherWays(others),
    {
      icon: "key",
      text: t("Add an API key"),
      detail: t("Anthropic, OpenAI, Google and {0} more", 14),
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
