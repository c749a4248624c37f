/** The demo model as it is listed. */
import type { Model } from "@earendil-works/pi-ai";

export const DEMO_MODEL: Model<string> = {
  id: "demo",
  name: "Demo (scripted)",
  api: "atomic-demo",
  provider: "demo",
  baseUrl: "http://127.0.0.1",
  reasoning: true,
  input: ["text", "image"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 128_000,
  maxTokens: 16_384,
};
