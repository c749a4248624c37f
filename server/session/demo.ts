/**
 * The demo model is registered when it is asked for by name. Until then it is only listed, and only while
 * there is no real model: it is never chosen by itself.
 */
import type { ModelRuntime } from "@earendil-works/pi-coding-agent";
import { DEMO_MODEL } from "../builtin/demo/model.ts";

/** Registers the demo model when `pattern` names it ("demo", "demo/demo", with or without ":<thinking>"). */
export async function registerDemo(models: ModelRuntime, pattern: string | undefined): Promise<void> {
  const { provider, id } = DEMO_MODEL;
  const asked = pattern?.split(":")[0]?.toLowerCase();
  if ((asked !== provider && asked !== `${provider}/${id}`) || models.getProvider(provider)) return;
  const { demoProvider } = await import("../builtin/demo/provider.ts");
  // With a key of its own it is never looked up in the stored ones, so it works while those cannot be read.
  await models.setRuntimeApiKey(provider, "demo");
  models.registerNativeProvider(demoProvider());
  await models.refresh({ allowNetwork: false, providers: [provider] });
}
