/** When the demo model is offered: while no real model is configured, or when it is asked for by name. */
import type { ModelRuntime } from "@earendil-works/pi-coding-agent";

export const DEMO_PROVIDER = "demo";
export const DEMO_MODEL = "demo";

/** Registers the demo model when `pattern` names it. */
export async function offerDemo(models: ModelRuntime, pattern: string | undefined): Promise<void> {
  const asked = pattern?.split(":")[0]?.toLowerCase();
  if (asked === DEMO_PROVIDER || asked === `${DEMO_PROVIDER}/${DEMO_MODEL}`) await register(models);
}

/** Registers the demo model when there is no other. It is then listed, and used only when chosen. */
export async function offerDemoInstead(models: ModelRuntime): Promise<void> {
  if (models.getAvailableSnapshot().length === 0) await register(models);
}

async function register(models: ModelRuntime): Promise<void> {
  if (models.getProvider(DEMO_PROVIDER)) return;
  const { demoProvider } = await import("../builtin/demo/provider.ts");
  models.registerNativeProvider(demoProvider());
  await models.refresh({ allowNetwork: false, providers: [DEMO_PROVIDER] });
}
