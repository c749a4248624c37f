/**
 * Settings of this process. Switches that a command flips hold for the process and reach the settings
 * file only with `persist: true`; the SDK would write each of them.
 */
import type { SettingsManager } from "@earendil-works/pi-coding-agent";
import type { QueueMode } from "../protocol/response.ts";

/** What commands have changed since the start; undefined: as the settings say. */
export interface ProcessSettings {
  steeringMode?: QueueMode;
  followUpMode?: QueueMode;
  autoCompaction?: boolean;
  autoRetry?: boolean;
}

/**
 * Lays the process's own choices over a settings manager. The getters are replaced on the instance, because
 * overrides given to the SDK are lost at its next settings write.
 */
export function overlaySettings(settings: SettingsManager, own: ProcessSettings): void {
  const {
    getCompactionEnabled,
    getCompactionSettings,
    getRetryEnabled,
    getRetrySettings,
    getSteeringMode,
    getFollowUpMode,
  } = bound(settings);
  settings.getCompactionEnabled = () => own.autoCompaction ?? getCompactionEnabled();
  settings.getCompactionSettings = (model) => ({
    ...getCompactionSettings(model),
    enabled: settings.getCompactionEnabled(),
    // The compactor decides itself what is kept; with the SDK's own number short sessions would never reach it.
    keepRecentTokens: 1,
  });
  settings.getRetryEnabled = () => own.autoRetry ?? getRetryEnabled();
  settings.getRetrySettings = () => ({ ...getRetrySettings(), enabled: settings.getRetryEnabled() });
  settings.getSteeringMode = () => own.steeringMode ?? getSteeringMode();
  settings.getFollowUpMode = () => own.followUpMode ?? getFollowUpMode();
  // Keeping a provider's cache warm costs money while nobody is there.
  settings.getCacheWarmingMode = () => "off";
}

function bound(settings: SettingsManager) {
  return {
    getCompactionEnabled: settings.getCompactionEnabled.bind(settings),
    getCompactionSettings: settings.getCompactionSettings.bind(settings),
    getRetryEnabled: settings.getRetryEnabled.bind(settings),
    getRetrySettings: settings.getRetrySettings.bind(settings),
    getSteeringMode: settings.getSteeringMode.bind(settings),
    getFollowUpMode: settings.getFollowUpMode.bind(settings),
  };
}
