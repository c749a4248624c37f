/** Session files as other agents of this family wrote them; `here` stands for the workspace. */

const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString();
const user = (text: string) => ({ role: "user", content: text, timestamp: 1 });
const assistant = (text: string, more: object = {}) => ({
  role: "assistant",
  content: [{ type: "text", text }],
  api: "openai-completions",
  provider: "mock",
  model: "main",
  usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost },
  stopReason: "stop",
  timestamp: 2,
  ...more,
});
const header = (more: object = {}) => ({
  type: "session",
  version: 3,
  id: "foreign-1",
  timestamp: at(0),
  cwd: "{here}",
  ...more,
});

/** Chains entries: each continues the one before. */
function chain(head: object, entries: Record<string, unknown>[]): string {
  const lines = entries.map((entry, i) => ({
    id: `e000000${i}`,
    parentId: i === 0 ? null : `e000000${i - 1}`,
    timestamp: at(i + 1),
    ...entry,
  }));
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}
const message = (each: object) => ({ type: "message", message: each });

export interface ForeignSession {
  name: string;
  text: string;
  /** Texts of the conversation that the next request must hold, in order. */
  context: string[];
  /** Texts that must not be in it: a compaction stands for them. */
  without?: string[];
}

export const foreignSessions: ForeignSession[] = [
  {
    name: "version 1, without ids, with branchedFrom",
    text: [
      {
        type: "session",
        id: "v1",
        timestamp: at(0),
        cwd: "{here}",
        provider: "mock",
        modelId: "main",
        branchedFrom: "/old.jsonl",
      },
      { type: "message", timestamp: at(1), message: user("first question") },
      { type: "message", timestamp: at(2), message: assistant("first answer") },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(""),
    context: ["first question", "first answer"],
  },
  {
    name: "version 1 with a prose compaction (firstKeptEntryIndex)",
    text: [
      { type: "session", id: "v1c", timestamp: at(0), cwd: "{here}" },
      { type: "message", timestamp: at(1), message: user("long ago") },
      { type: "message", timestamp: at(2), message: assistant("long ago answered") },
      { type: "message", timestamp: at(3), message: user("kept question") },
      { type: "message", timestamp: at(4), message: assistant("kept answer") },
      {
        type: "compaction",
        timestamp: at(5),
        summary: "They talked of old things.",
        firstKeptEntryIndex: 3,
        tokensBefore: 9,
      },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(""),
    context: ["They talked of old things.", "kept question", "kept answer"],
    without: ["long ago answered"],
  },
  {
    name: "a prose compaction of version 3",
    text: chain(header(), [
      message(user("long ago")),
      message(assistant("long ago answered")),
      message(user("kept question")),
      message(assistant("kept answer")),
      { type: "compaction", summary: "They talked of old things.", firstKeptEntryId: "e0000002", tokensBefore: 9 },
      message(user("later question")),
      message(assistant("later answer")),
    ]),
    context: ["They talked of old things.", "kept question", "kept answer", "later question", "later answer"],
    without: ["long ago answered"],
  },
  {
    name: "unknown fields, and an unknown entry type as leaf",
    text: chain(header({ internal: true, workflow: { runId: "r" } }), [
      message({ ...user("question"), mood: "curious" }),
      message(assistant("answer", { flavour: "plain" })),
      { type: "session_summary", summary: "in short", summarizedThroughId: "e0000001" },
      { type: "something_new", payload: { deep: [1, { a: null }] } },
    ]),
    context: ["question", "answer"],
  },
  {
    name: "a first entry from the assistant",
    text: chain(header(), [message(assistant("hello there")), message(user("question")), message(assistant("answer"))]),
    context: ["hello there", "question", "answer"],
  },
  {
    name: "a model_change without provider",
    text: chain(header(), [
      { type: "model_change", modelId: "main" },
      message(user("question")),
      message(assistant("answer")),
    ]),
    context: ["question", "answer"],
  },
  {
    name: "an answer without usage and without a stop reason",
    text: chain(header(), [
      message(user("question")),
      message({ role: "assistant", content: [{ type: "text", text: "answer" }], timestamp: 2 }),
    ]),
    context: ["question", "answer"],
  },
  {
    name: "tool calls without results, and empty error messages",
    text: chain(header(), [
      message(user("question")),
      message({
        ...assistant("let me look"),
        content: [{ type: "toolCall", id: "t1", name: "bash", arguments: {} }],
        stopReason: "toolUse",
      }),
      message(assistant("", { content: [], stopReason: "error", errorMessage: "" })),
      message(user("again")),
      message(assistant("answer")),
    ]),
    context: ["question", "again", "answer"],
  },
  {
    name: "a Windows folder in the header",
    text: chain(header({ cwd: "C:\\Users\\ada\\project" }), [message(user("question")), message(assistant("answer"))]),
    context: ["question", "answer"],
  },
  {
    name: "a header without a folder",
    text: chain({ type: "session", version: 3, id: "nocwd", timestamp: at(0) }, [
      message(user("question")),
      message(assistant("answer")),
    ]),
    context: ["question", "answer"],
  },
];
