/** Models as the popup lists them. */
import type { ChatState } from "../../extension/panel/messages.ts";
import type { Model } from "../../server/protocol/model.ts";
import type { Transcript } from "../state/transcript.ts";
import { money, tokens } from "../ui/format.ts";
import type { Found } from "../ui/fuzzy.ts";
import { t } from "../ui/l10n.ts";
import type { OptionGroup } from "../ui/option-list.tsx";

const shownRecent = 3;
/** From this many models on, the recent ones stand first. */
const manyModels = 6;

const providers: Record<string, string> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  google: "Google",
  "google-vertex": "Google Vertex",
  "amazon-bedrock": "Amazon Bedrock",
  "azure-openai": "Azure OpenAI",
  "github-copilot": "GitHub Copilot",
  openrouter: "OpenRouter",
  xai: "xAI",
  groq: "Groq",
  mistral: "Mistral",
  deepseek: "DeepSeek",
  cerebras: "Cerebras",
  ollama: "Ollama",
  lmstudio: "LM Studio",
  demo: "Demo",
};

/** The provider's name as people write it. */
export function providerName(provider: string): string {
  return providers[provider] ?? (provider.charAt(0).toUpperCase() + provider.slice(1) || t("The provider"));
}

export function modelKey(model: Model): string {
  return `${model.provider}/${model.id}`;
}

/** Whether the endpoint is on this computer. */
export function isLocal(model: Model): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\]|0\.0\.0\.0)/i.test(model.baseUrl);
}

/** "200k · $3 / $15", "32k · local": context window and price of a million tokens in and out. */
export function modelDetail(model: Model): string {
  const { input, output } = model.cost;
  const price = input + output > 0 ? `${money(input)} / ${money(output)}` : isLocal(model) ? t("local") : "";
  return [model.contextWindow > 0 ? tokens(model.contextWindow) : "", price].filter(Boolean).join(" · ");
}

/** The current model and those that answered in this conversation, newest first. */
function recentModels(chat: ChatState, transcript: Transcript): Model[] {
  const found = new Map<string, Model>();
  const add = (provider: string, id: string) => {
    const model = chat.models.find((one) => one.provider === provider && one.id === id);
    if (model) found.set(modelKey(model), model);
  };
  if (chat.model) add(chat.model.provider, chat.model.id);
  for (let at = transcript.turns.length - 1; at >= 0 && found.size < shownRecent; at -= 1) {
    for (const answer of transcript.turns[at]?.answers ?? []) add(answer.provider, answer.model);
  }
  return [...found.values()].slice(0, shownRecent);
}

/** Groups by provider; where there are many models, the recent ones first. */
export function modelGroups(chat: ChatState, transcript: Transcript): OptionGroup<Found<Model>>[] {
  const recent = chat.models.length >= manyModels ? recentModels(chat, transcript) : [];
  const known = new Set(recent.map(modelKey));
  const byProvider = Map.groupBy(
    chat.models.filter((model) => !known.has(modelKey(model))),
    (model) => model.provider,
  );
  const groups = [...byProvider].map(([provider, models]) => ({ title: providerName(provider), models }));
  if (recent.length > 0) groups.unshift({ title: t("Recent"), models: recent });
  return groups.map(({ title, models }) => ({ title, items: models.map((item) => ({ item })) }));
}
