/** Sample states and records for panel tests and the gallery. Names and numbers in them are samples. */
import { initialState } from "../../../extension/broker/state.ts";
import type { ChatState, SnapshotMessage } from "../../../extension/panel/messages.ts";
import type { Model } from "../../../server/protocol/model.ts";
import type { SessionStats } from "../../../server/protocol/response.ts";

function model(
  provider: string,
  id: string,
  name: string,
  contextWindow: number,
  input: number,
  output: number,
): Model {
  return {
    id,
    name,
    api: "messages",
    provider,
    baseUrl: "https://models.example",
    reasoning: true,
    input: ["text", "image"],
    contextWindow,
    maxTokens: 8192,
    cost: { input, output, cacheRead: 0, cacheWrite: 0 },
  };
}

export const sonnet = model("anthropic", "sonnet-4-5", "Sonnet 4.5", 200_000, 3, 15);
export const opus = model("anthropic", "opus-4-5", "Opus 4.5", 200_000, 5, 25);
export const haiku = model("anthropic", "haiku-4-5", "Haiku 4.5", 200_000, 1, 5);
export const qwen: Model = {
  ...model("ollama", "qwen3-coder", "Qwen3 Coder 30B", 32_000, 0, 0),
  baseUrl: "http://127.0.0.1:11434/v1",
  input: ["text"],
};

/** Statistics with so many tokens in the context; null: not known. */
export function stats(tokens: number | null, contextWindow = 200_000): SessionStats {
  return {
    sessionId: "s1",
    userMessages: 4,
    assistantMessages: 9,
    toolCalls: 12,
    toolResults: 12,
    totalMessages: 25,
    tokens: { input: 1_200_000, output: 48_000, cacheRead: 9_800_000, cacheWrite: 310_000, total: 11_358_000 },
    cost: 3.41,
    contextUsage: { tokens, contextWindow, percent: tokens === null ? null : (tokens / contextWindow) * 100 },
  };
}

/** A chat that is ready and idle. */
export function chatState(patch: Partial<ChatState> = {}): ChatState {
  const folder = { name: "atlas-web", path: "/home/ada/atlas-web" };
  return {
    ...initialState({ chatId: "chat-1", place: "sideBar", folder }, 0),
    agent: { phase: "ready", since: 0, serverName: "atomic", serverVersion: "1.0.0" },
    session: { id: "s1", name: "Flaky upload test", file: "/home/ada/.atomic/agent/sessions/s1.jsonl" },
    model: sonnet,
    models: [sonnet, opus, haiku, qwen],
    thinkingLevel: "medium",
    thinkingLevels: ["off", "low", "medium", "high"],
    stats: stats(0),
    commands: [
      { name: "review", description: "Review uncommitted changes", source: "extension", argumentHint: "[path]" },
      { name: "rename", description: "Rename this session", source: "extension", argumentHint: "<name>" },
      { name: "release-notes", description: "Draft notes from commits", source: "prompt", argumentHint: "<version>" },
      { name: "refactor-react", description: "Split large components", source: "skill" },
    ],
    extras: ["navigate_tree", "set_label", "abort_compaction"],
    approval: "ask",
    ...patch,
  };
}

type SnapshotPatch = Partial<Omit<SnapshotMessage, "state">> & { state?: Partial<ChatState> };

export function snapshot(patch: SnapshotPatch = {}): SnapshotMessage {
  const { state, ...rest } = patch;
  return {
    type: "snapshot",
    seq: 1,
    entries: [],
    leafId: null,
    olderCount: 0,
    records: [],
    draft: null,
    ...rest,
    state: chatState(state),
  };
}

/** A list long enough to search in. */
export function manyModels(): Model[] {
  const names = ["Opus 4.5", "Haiku 4.5", "Sonnet 4", "Opus 4.1", "Haiku 3.5"];
  return [sonnet, qwen, ...names.map((name) => ({ ...sonnet, id: name, name }))];
}
