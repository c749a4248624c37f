import { setTimeout } from "node:timers/promises";
import type { StreamFn } from "@earendil-works/pi-agent-core";
import type { RetryPolicy } from "@earendil-works/pi-ai";
import type {
  ExtensionContext,
  InlineExtension,
  SessionBeforeCompactEvent,
  SessionBeforeCompactResult,
} from "@earendil-works/pi-coding-agent";
import type { RpcEvent } from "../protocol/event.ts";
import { type ModelAccess, modelPlanner } from "./ask-model.ts";
import { type Boundary, compactSession, NothingToCompact } from "./compact.ts";
import type { CompactionEvents } from "./compaction-events.ts";
import { requestMessages } from "./context.ts";
import { type CompactionSettings, readFallbackModels } from "./parameters.ts";
import type { SuppliedCompactions } from "./supplied.ts";

/** What the compactor needs of the session it works in. */
export interface CompactorHost {
  /** The `compaction` settings in force. */
  settings(): CompactionSettings;
  retry(): RetryPolicy;
  stream: StreamFn;
  emit(event: RpcEvent): void;
  readonly events: CompactionEvents;
  readonly supplied: SuppliedCompactions;
}

/**
 * The verbatim line compactor as an agent extension: it compacts when the SDK is about to (`compact`, threshold,
 * overflow) and writes the boundary out in what the model is sent (protocol page, "compact").
 */
export function compactionExtension(host: CompactorHost): InlineExtension {
  return {
    name: "compaction",
    hidden: true,
    factory: (pi) => {
      pi.on("context", (event, ctx) => ({
        messages: requestMessages(ctx.sessionManager.buildSessionProjection(), event.messages),
      }));
      pi.on("session_before_compact", (event, ctx) => answer(host, event, ctx));
      pi.on("session_compact", (event) => clockBeyond(Date.parse(event.compactionEntry.timestamp)));
    },
  };
}

/**
 * The SDK takes an answer for older than a boundary when its time, in whole milliseconds, is not later. A provider
 * that refuses the next request at once would go unnoticed, so the boundary's own millisecond is waited out.
 */
async function clockBeyond(time: number): Promise<void> {
  while (Date.now() <= time) await setTimeout(1);
}

async function answer(
  host: CompactorHost,
  event: SessionBeforeCompactEvent,
  ctx: ExtensionContext,
): Promise<SessionBeforeCompactResult | undefined> {
  if (host.supplied.has(event)) {
    host.events.begin();
    return undefined;
  }
  try {
    return {
      compaction: (await compactFor(host, event, ctx)) as NonNullable<SessionBeforeCompactResult["compaction"]>,
    };
  } catch (error) {
    if (error instanceof NothingToCompact && event.reason === "threshold") host.events.forget();
    else host.events.begin();
    return failing(event.signal.aborted ? new Error("Compaction cancelled") : error);
  }
}

async function compactFor(
  host: CompactorHost,
  event: SessionBeforeCompactEvent,
  ctx: ExtensionContext,
): Promise<Boundary> {
  const { model, modelRegistry, thinkingLevel, sessionManager } = ctx;
  if (!model || model.provider === "unknown") throw new Error("No model is selected.");
  const { reason, signal, preparation } = event;
  const settings = host.settings();
  const fallbacks = readFallbackModels(settings).flatMap(({ provider, id }) => modelRegistry.find(provider, id) ?? []);
  const access: ModelAccess = {
    stream: host.stream,
    retry: host.retry(),
    thinkingLevel,
    signal,
    reason,
    emit: (record) => host.emit(record),
  };
  return compactSession({
    sessionManager,
    reason,
    tokensBefore: preparation.tokensBefore,
    settings,
    model,
    planners: [model, ...fallbacks].map((each) => modelPlanner(each, access)),
    signal,
    onStart: () => host.events.begin(),
  });
}

/**
 * When a handler throws, the SDK goes on with a prose summary of its own. An answer that throws when it is read makes
 * it report the failure instead, and change nothing.
 */
function failing(error: unknown): SessionBeforeCompactResult {
  return Object.defineProperty({}, "compaction", {
    enumerable: true,
    get(): never {
      throw error;
    },
  });
}
