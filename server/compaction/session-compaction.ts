import type {
  AgentSession,
  AgentSessionEvent,
  InlineExtension,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import type { RpcEvent } from "../protocol/event.ts";
import { CompactionEvents } from "./compaction-events.ts";
import { type CompactorHost, compactionExtension } from "./compactor.ts";
import { continueCutOff } from "./cut-off.ts";
import { holdBackOversized } from "./hard-limit.ts";
import type { CompactionSettings } from "./parameters.ts";
import { SuppliedCompactions } from "./supplied.ts";

/** Who hears of a session's events: `tell` those of the SDK, as corrected here, `emit` ready records. */
export interface Listener {
  tell(event: AgentSessionEvent): void;
  emit(event: RpcEvent): void;
}

/** Everything about compaction that belongs to one session, made before it and connected to it once it exists. */
export class SessionCompaction implements CompactorHost {
  readonly extension: InlineExtension;
  readonly supplied = new SuppliedCompactions();
  readonly events: CompactionEvents;
  readonly #settings: SettingsManager;
  #session: AgentSession | undefined;
  #listener: Listener | undefined;

  constructor(settings: SettingsManager) {
    this.#settings = settings;
    this.extension = compactionExtension(this);
    this.events = new CompactionEvents(
      (event) => this.#listener?.tell(event),
      () => this.#session?.model?.contextWindow ?? 0,
    );
  }

  attach(session: AgentSession): void {
    this.#session = session;
    holdBackOversized(session.agent, this.events);
    continueCutOff(session.agent, () => session.model?.maxTokens ?? 0);
  }

  listen(session: AgentSession, listener: Listener): void {
    this.#listener = listener;
    session.subscribe((event) => this.events.take(event));
  }

  /** Settings that only this compactor knows stand beside the SDK's own, the project's over the user's. */
  settings(): CompactionSettings {
    return { ...this.#settings.getGlobalSettings().compaction, ...this.#settings.getProjectSettings().compaction };
  }

  retry(): ReturnType<SettingsManager["getRetrySettings"]> {
    return this.#settings.getRetrySettings();
  }

  get stream(): AgentSession["agent"]["streamFunction"] {
    if (!this.#session) throw new Error("The session is not ready yet");
    return this.#session.agent.streamFunction;
  }

  emit(event: RpcEvent): void {
    this.#listener?.emit(event);
  }
}
