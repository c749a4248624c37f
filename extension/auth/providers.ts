/** Providers that take an API key, and the variables a server reads it from. */

import { t } from "../texts.ts";

/** Another value a provider needs beside its key. */
export interface ProviderSetting {
  variable: string;
  title: string;
  placeholder: string;
  optional?: boolean;
}

export interface KeyProvider {
  /** As the server names it. */
  id: string;
  name: string;
  /** Environment variable that hands over the key. Providers that share one share the key. */
  variable: string;
  /** How keys of this provider begin, where they all do. */
  prefix?: string;
  settings?: () => ProviderSetting[];
}

/** The ones most people have come first, the others by name. */
export const keyProviders: readonly KeyProvider[] = [
  { id: "anthropic", name: "Anthropic", variable: "ANTHROPIC_API_KEY", prefix: "sk-ant-" },
  { id: "openai", name: "OpenAI", variable: "OPENAI_API_KEY", prefix: "sk-" },
  { id: "google", name: "Google", variable: "GEMINI_API_KEY" },
  { id: "openrouter", name: "OpenRouter", variable: "OPENROUTER_API_KEY", prefix: "sk-or-" },
  { id: "amazon-bedrock", name: "Amazon Bedrock", variable: "AWS_BEARER_TOKEN_BEDROCK", settings: () => [awsRegion()] },
  { id: "ant-ling", name: "Ant Ling", variable: "ANT_LING_API_KEY" },
  { id: "azure", name: "Azure", variable: "AZURE_OPENAI_API_KEY", settings: () => [azureAddress()] },
  { id: "baseten", name: "Baseten", variable: "BASETEN_API_KEY" },
  { id: "cerebras", name: "Cerebras", variable: "CEREBRAS_API_KEY", prefix: "csk-" },
  {
    id: "cloudflare-ai-gateway",
    name: "Cloudflare AI Gateway",
    variable: "CLOUDFLARE_API_KEY",
    settings: () => [
      cloudflareAccount(),
      { variable: "CLOUDFLARE_GATEWAY_ID", title: t("Gateway ID"), placeholder: t("Name of the gateway") },
    ],
  },
  {
    id: "cloudflare-workers-ai",
    name: "Cloudflare Workers AI",
    variable: "CLOUDFLARE_API_KEY",
    settings: () => [cloudflareAccount()],
  },
  { id: "deepseek", name: "DeepSeek", variable: "DEEPSEEK_API_KEY", prefix: "sk-" },
  { id: "fireworks", name: "Fireworks", variable: "FIREWORKS_API_KEY" },
  { id: "github-copilot", name: "GitHub Copilot", variable: "COPILOT_GITHUB_TOKEN" },
  { id: "google-vertex", name: "Google Vertex AI", variable: "GOOGLE_CLOUD_API_KEY" },
  { id: "groq", name: "Groq", variable: "GROQ_API_KEY", prefix: "gsk_" },
  { id: "huggingface", name: "Hugging Face", variable: "HF_TOKEN", prefix: "hf_" },
  { id: "kimi-coding", name: "Kimi For Coding", variable: "KIMI_API_KEY" },
  { id: "meta", name: "Meta", variable: "META_API_KEY" },
  { id: "minimax", name: "MiniMax", variable: "MINIMAX_API_KEY" },
  { id: "minimax-cn", name: "MiniMax CN", variable: "MINIMAX_CN_API_KEY" },
  { id: "mistral", name: "Mistral", variable: "MISTRAL_API_KEY" },
  { id: "moonshotai", name: "Moonshot AI", variable: "MOONSHOT_API_KEY" },
  { id: "moonshotai-cn", name: "Moonshot AI CN", variable: "MOONSHOT_API_KEY" },
  { id: "nvidia", name: "NVIDIA", variable: "NVIDIA_API_KEY", prefix: "nvapi-" },
  { id: "opencode", name: "OpenCode Zen", variable: "OPENCODE_API_KEY" },
  { id: "opencode-go", name: "OpenCode Go", variable: "OPENCODE_API_KEY" },
  { id: "qwen-token-plan", name: "Qwen Token Plan Team", variable: "QWEN_TOKEN_PLAN_TEAM_API_KEY" },
  { id: "qwen-token-plan-cn", name: "Qwen Token Plan Team CN", variable: "QWEN_TOKEN_PLAN_TEAM_CN_API_KEY" },
  {
    id: "qwen-token-plan-individual",
    name: "Qwen Token Plan Individual",
    variable: "QWEN_TOKEN_PLAN_INDIVIDUAL_API_KEY",
  },
  {
    id: "qwen-token-plan-individual-cn",
    name: "Qwen Token Plan Individual CN",
    variable: "QWEN_TOKEN_PLAN_INDIVIDUAL_CN_API_KEY",
  },
  { id: "radius", name: "Radius", variable: "RADIUS_API_KEY" },
  { id: "together", name: "Together", variable: "TOGETHER_API_KEY" },
  { id: "typesafe", name: "TypeSafe", variable: "TYPESAFE_API_KEY" },
  { id: "vercel-ai-gateway", name: "Vercel AI Gateway", variable: "AI_GATEWAY_API_KEY" },
  { id: "xai", name: "xAI", variable: "XAI_API_KEY", prefix: "xai-" },
  { id: "xiaomi", name: "Xiaomi", variable: "XIAOMI_API_KEY" },
  { id: "xiaomi-token-plan-ams", name: "Xiaomi Token Plan AMS", variable: "XIAOMI_TOKEN_PLAN_AMS_API_KEY" },
  { id: "xiaomi-token-plan-cn", name: "Xiaomi Token Plan CN", variable: "XIAOMI_TOKEN_PLAN_CN_API_KEY" },
  { id: "xiaomi-token-plan-sgp", name: "Xiaomi Token Plan SGP", variable: "XIAOMI_TOKEN_PLAN_SGP_API_KEY" },
  { id: "zai", name: "Z.AI", variable: "ZAI_API_KEY" },
  { id: "zai-coding-cn", name: "Z.AI Coding CN", variable: "ZAI_CODING_CN_API_KEY" },
];

function cloudflareAccount(): ProviderSetting {
  return {
    variable: "CLOUDFLARE_ACCOUNT_ID",
    title: t("Account ID"),
    placeholder: t("32 hexadecimal digits, from the dashboard's address"),
  };
}

function awsRegion(): ProviderSetting {
  return { variable: "AWS_REGION", title: t("Region"), placeholder: "us-west-2", optional: true };
}

function azureAddress(): ProviderSetting {
  return {
    variable: "AZURE_OPENAI_BASE_URL",
    title: t("Address"),
    placeholder: "https://your-resource.openai.azure.com",
  };
}

/** Name of the first providers and the number of the others, for `Anthropic, OpenAI, Google and {n} more`. */
export const providersBeyondFirstThree = keyProviders.length - 3;

/** The name of a provider, as people know it; one that is not known here stands for itself. */
export function providerName(id: string): string {
  const known: Readonly<Record<string, string>> = { vscode: "VS Code", demo: t("Demo"), ollama: "Ollama" };
  return keyProviders.find((provider) => provider.id === id)?.name ?? known[id] ?? id;
}
