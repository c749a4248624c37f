import type { AgentMessage } from "@earendil-works/pi-agent-core";
import type { CompactionParameters } from "../protocol/entry.ts";

/** What stands under `compaction` in the settings, unchecked: a person wrote it. */
export type CompactionSettings = Record<string, unknown>;

/**
 * The parameters of a compaction: settings where they are usable, else half of the lines, two messages, and the last
 * thing the user said as the focus.
 */
export function readParameters(settings: CompactionSettings, visible: readonly AgentMessage[]): CompactionParameters {
  const ratio = settings.compression_ratio;
  const recent = settings.preserve_recent;
  const query = settings.query;
  return {
    compression_ratio: typeof ratio === "number" && ratio > 0 && ratio < 1 ? ratio : 0.5,
    preserve_recent: typeof recent === "number" && recent >= 0 && Number.isFinite(recent) ? Math.floor(recent) : 2,
    query: typeof query === "string" && query.trim() ? query : lastUserText(visible),
  };
}

/** Models to ask when the session's model gives no usable plan: `provider/id`, in this order. */
export function readFallbackModels(settings: CompactionSettings): { provider: string; id: string }[] {
  const names = Array.isArray(settings.fallbackModels) ? settings.fallbackModels : [];
  return names.flatMap((name: unknown) => {
    const slash = typeof name === "string" ? name.indexOf("/") : -1;
    return slash > 0 ? [{ provider: (name as string).slice(0, slash), id: (name as string).slice(slash + 1) }] : [];
  });
}

function lastUserText(messages: readonly AgentMessage[]): string {
  const last = messages.findLast((message) => message.role === "user");
  if (last?.role !== "user") return "";
  if (typeof last.content === "string") return last.content;
  return last.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
