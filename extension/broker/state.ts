import type { Model } from "../../server/protocol/model.ts";
import type { SessionState, SlashCommand } from "../../server/protocol/response.ts";
import type { ChatState, PanelSettings } from "../panel/messages.ts";
import { cutText, jsonBytes } from "./clip.ts";
import type { StatePatch } from "./facts.ts";

const MAX_MODELS_BYTES = 64 * 1024;
const MAX_COMMANDS_BYTES = 32 * 1024;

export interface ChatIdentity {
  chatId: string;
  place: ChatState["place"];
  folder: ChatState["folder"];
}

export const defaultPanelSettings: PanelSettings = {
  thinkingDisplay: "auto",
  enterWhileRunning: "steer",
  escape: "stop",
};

/** A chat whose server has not been started. */
export function initialState({ chatId, place, folder }: ChatIdentity, now: number): ChatState {
  return {
    chatId,
    place,
    folder,
    trusted: true,
    agent: { phase: "off", since: now },
    readOnly: false,
    session: null,
    model: null,
    models: [],
    thinkingLevel: "off",
    thinkingLevels: ["off"],
    isStreaming: false,
    compaction: null,
    retry: null,
    queue: { steering: [], followUp: [] },
    steeringMode: "one-at-a-time",
    followUpMode: "one-at-a-time",
    autoCompaction: true,
    stats: null,
    commands: [],
    extras: [],
    approval: null,
    statuses: [],
    widgets: [],
    title: null,
    requests: [],
    changes: [],
    settings: defaultPanelSettings,
  };
}

/** The agent is at work, or will be without anyone asking: what is sent now goes to the queue. */
export function isBusy(state: ChatState): boolean {
  return state.isStreaming || state.retry !== null || state.compaction !== null;
}

/** What a server says of itself by get_state. Some servers stand in a model "unknown" for none. */
export function patchOfState(state: SessionState, known: ChatState, now: number): StatePatch {
  const { sessionId: id, sessionName: name, sessionFile: file } = state;
  const isPlaceholder = state.model?.id === "unknown" && state.model.provider === "unknown";
  return {
    session: { id, ...(name ? { name } : {}), ...(file ? { file } : {}) },
    model: isPlaceholder ? null : (state.model ?? null),
    thinkingLevel: state.thinkingLevel,
    // Between two runs a server may say that it is idle: the end of a run is IdleWatch's to tell.
    isStreaming: known.isStreaming || state.isStreaming,
    compaction: state.isCompacting ? (known.compaction ?? { reason: "manual", startedAt: now }) : null,
    steeringMode: state.steeringMode,
    followUpMode: state.followUpMode,
    autoCompaction: state.autoCompactionEnabled,
  };
}

/** What belongs to a session's agent extensions and its run: gone when the session is replaced or the server ends. */
export function patchOfEnd(): StatePatch {
  return {
    isStreaming: false,
    compaction: null,
    retry: null,
    queue: { steering: [], followUp: [] },
    statuses: [],
    widgets: [],
    title: null,
  };
}

/** Models as a panel gets them: addresses left out, and cut short where a catalogue is huge. The current one stays. */
export function slimModels(models: readonly Model[], current: Model | null): Model[] {
  if (jsonBytes(models) <= MAX_MODELS_BYTES) return [...models];
  const isCurrent = (model: Model) => model.id === current?.id && model.provider === current.provider;
  const slim = models.map((model) => ({ ...model, baseUrl: "" }));
  return within(slim, MAX_MODELS_BYTES, isCurrent);
}

/** Slash commands as a panel gets them: long descriptions end early. */
export function slimCommands(commands: readonly SlashCommand[]): SlashCommand[] {
  const slim = commands.map(({ sourceInfo: _, ...command }) =>
    command.description ? { ...command, description: cutText(command.description, 300) } : command,
  );
  return within(slim, MAX_COMMANDS_BYTES, () => false);
}

function within<T>(items: readonly T[], maxBytes: number, always: (item: T) => boolean): T[] {
  let bytes = 0;
  return items.filter((item) => {
    const size = jsonBytes(item) + 1;
    if (bytes + size > maxBytes && !always(item)) return false;
    bytes += size;
    return true;
  });
}
