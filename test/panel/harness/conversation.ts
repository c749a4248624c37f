/** Sample conversations: the ones the reference pictures show. */
import type { PanelRecord, SnapshotMessage } from "../../../extension/panel/messages.ts";
import type { SessionEntry } from "../../../server/protocol/entry.ts";
import type { RpcEvent } from "../../../server/protocol/event.ts";
import type { AgentMessage, AssistantMessage, StopReason, Usage } from "../../../server/protocol/message.ts";

export const start = Date.parse("2026-03-02T09:02:00Z");

const usage: Usage = {
  input: 1200,
  output: 300,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 1500,
  cost: { input: 0.004, output: 0.006, cacheRead: 0, cacheWrite: 0, total: 0.01 },
};

export function assistant(content: AssistantMessage["content"], stopReason: StopReason = "stop"): AssistantMessage {
  return {
    role: "assistant",
    content,
    api: "messages",
    provider: "anthropic",
    model: "sonnet-4-5",
    usage,
    stopReason,
    timestamp: start,
  };
}

export const text = (value: string) => ({ type: "text" as const, text: value });
export const thinking = (value: string) => ({ type: "thinking" as const, thinking: value });
export const call = (id: string, name: string, args: Record<string, unknown>) => ({
  type: "toolCall" as const,
  id,
  name,
  arguments: args,
});
export const user = (value: string): AgentMessage => ({ role: "user", content: value, timestamp: start });

export function result(id: string, name: string, output: string, details?: unknown, isError = false): AgentMessage {
  return {
    role: "toolResult",
    toolCallId: id,
    toolName: name,
    content: [text(output)],
    ...(details === undefined ? {} : { details }),
    isError,
    timestamp: start,
  };
}

type Content = AgentMessage | Partial<Exclude<SessionEntry, { type: "message" }>>;

/** Entries in one line, a second apart; what is no message is an entry of its own kind. */
export function entries(...contents: Content[]): SessionEntry[] {
  return contents.map((content, index) => {
    const base = {
      id: String(index + 1).padStart(8, "0"),
      parentId: index === 0 ? null : String(index).padStart(8, "0"),
      timestamp: new Date(start + index * 1000).toISOString(),
    };
    return (
      "role" in content ? { ...base, type: "message", message: content } : { ...base, ...content }
    ) as SessionEntry;
  });
}

/** The snapshot parts of a settled conversation. */
export function settled(...contents: Content[]): Pick<SnapshotMessage, "entries" | "leafId"> {
  const list = entries(...contents);
  return { entries: list, leafId: list.at(-1)?.id ?? null };
}

export function event(value: RpcEvent, at = Date.now()): PanelRecord {
  return { kind: "event", at, event: value };
}

const diff = [
  " 41     for (const part of parts) {",
  "-42       await sleep(500);",
  "+42       await sleep(backoff(part.tries));",
  "-43       put(part)",
  "+43       await put(part, signal)",
  " 44     }",
].join("\n");

const edit = {
  path: "src/net/upload.ts",
  edits: [
    {
      oldText: "      await sleep(500);\n      put(part)\n",
      newText: "      await sleep(backoff(part.tries));\n      await put(part, signal)\n",
    },
  ],
};

const table = `Fixed. The retry timer was shorter than the server's own delay, so one run in eight failed.

| Case | Before | After |
| --- | ---: | ---: |
| Dropped part | 2 140 ms | 412 ms |
| Five tries | 5 003 ms | 38 ms |
| Failed runs of 200 | 25 | 0 |

The change is in [upload.ts:42](src/net/upload.ts#L42); the public API stays as it is.`;

const compaction = {
  type: "compaction" as const,
  summary: "user: The upload test is flaky on CI.\n(filtered 412 lines)\nassistant: Fixed.",
  firstKeptEntryId: null,
  tokensBefore: 150_000,
  details: {
    strategy: "verbatim-lines",
    promptVersion: 1,
    parameters: { compression_ratio: 0.5, preserve_recent: 2, query: "" },
    rung: "planned",
    stats: {
      linesBefore: 812,
      linesDeleted: 417,
      linesKept: 395,
      rangeCount: 12,
      tokensBefore: 150_000,
      tokensAfter: 72_000,
      percentReduction: 52,
    },
  },
};

/** A finished conversation with reads, a table, edits, a compaction and a failed command. */
export const conversation = settled(
  user("Fix the flaky upload test and tell me what it costs us"),
  assistant(
    [
      ...["src/net/upload.ts", "retry.ts", "a.ts", "b.ts", "c.ts", "d.ts"].map((path, index) =>
        call(`read${index}`, "read", path.includes("upload") ? { path, offset: 30, limit: 59 } : { path }),
      ),
      call("grep1", "grep", { pattern: "backoff" }),
      call("grep2", "grep", { pattern: "sleep" }),
    ],
    "toolUse",
  ),
  ...[0, 1, 2, 3, 4, 5].map((index) => result(`read${index}`, "read", "const a = 1;\n")),
  result("grep1", "grep", "a.ts:1: backoff\nb.ts:2: backoff\nc.ts:3: backoff\nd.ts:4: backoff"),
  result("grep2", "grep", "a.ts:1: sleep"),
  assistant([text(table), call("edit1", "edit", edit)], "toolUse"),
  result("edit1", "edit", "Edited src/net/upload.ts", { diff }),
  compaction,
  user("Add a changelog entry for 2.4."),
  assistant([call("bash1", "bash", { command: "npx changeset version" })], "toolUse"),
  result(
    "bash1",
    "bash",
    "\u001b[31merror\u001b[0m No changesets found in .changeset/\nRun \u001b[1mchangeset add\u001b[0m first.\n\nCommand exited with code 1",
    undefined,
    true,
  ),
  assistant(
    [
      text("There is no changeset yet, so I write one by hand."),
      call("write1", "write", {
        path: ".changeset/calm-pens-wait.md",
        content: "---\n'atlas-web': minor\n---\n\nUploads wait\nwith back-off\n",
      }),
    ],
    "toolUse",
  ),
  result("write1", "write", "Wrote .changeset/calm-pens-wait.md"),
  assistant([text("Done. It reads: *“Uploads wait with back-off and stop at once when aborted.”*")]),
);

const plan = `The test races the retry timer: \`sleep(500)\` is **shorter** than the server's own delay. Two changes fix it:

1. Wait with exponential back-off
2. Await each part, so that an abort is seen

\`\`\`ts
export const backoff = (tries: number) =>
  Math.min(8_000, 250 * 2 ** tries);
\`\`\``;

/** A run in the middle: thinking and reads done, an edit done, a command under way. */
export function streaming(now: number): Partial<SnapshotMessage> {
  const command = { command: "npm test -- upload" };
  const output = [
    "\u001b[90m RUN  v4.1.12 ~/atlas-web\u001b[39m",
    "",
    " \u001b[32m✓\u001b[39m resumes after a dropped part \u001b[90m412ms\u001b[39m",
    " \u001b[32m✓\u001b[39m gives up after five tries \u001b[90m38ms\u001b[39m",
    " \u001b[33m❯\u001b[39m aborts between parts",
  ].join("\n");
  const reads = [0, 1, 2, 3].map((index) => call(`r${index}`, "read", { path: `src/net/file${index}.ts` }));
  return {
    ...settled(
      user("The upload test is flaky on CI. Find out why and fix it, please. Start with @upload.ts"),
      assistant(
        [
          thinking("The retry timer may be shorter than the delay."),
          ...reads,
          call("g0", "grep", { pattern: "retry" }),
        ],
        "toolUse",
      ),
      ...reads.map(({ id }) => result(id, "read", "x")),
      result("g0", "grep", "a.ts:1: retry"),
      assistant([text(plan), call("e0", "edit", edit)], "toolUse"),
      result("e0", "edit", "Edited src/net/upload.ts", { diff }),
      assistant([call("b0", "bash", command)], "toolUse"),
    ),
    records: [
      event({ type: "agent_start" }, now - 20_000),
      event({ type: "tool_execution_start", toolCallId: "b0", toolName: "bash", args: command }, now - 14_000),
      event(
        {
          type: "tool_execution_update",
          toolCallId: "b0",
          toolName: "bash",
          args: command,
          partialResult: { content: [text(output)] },
        },
        now - 1000,
      ),
    ],
  };
}

/** A question with one sentence of an answer. */
export const short = settled(
  user("Fix the flaky upload test"),
  assistant([text("Three folders are older than the last release.")]),
);
