/** Session files written by hand, as a server would have left them. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sessionFolder } from "../../extension/agent/agent-folder.ts";
import type { ImageContent } from "../../server/protocol/message.ts";
import type { AgentFolder } from "./agent-folder.ts";

export interface WrittenSession {
  id: string;
  /** Questions and answers by turns. */
  texts: readonly string[];
  /** Sent with the first question. */
  images?: readonly ImageContent[];
}

const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const usage = { input: 100, output: 20, cacheRead: 0, cacheWrite: 0, totalTokens: 120, cost };
const timestamp = new Date().toISOString();

/** Writes it where the servers of the workspace keep theirs. Gives the file. */
export function writeSession(folder: AgentFolder, { id, texts, images = [] }: WrittenSession): string {
  const header = { type: "session", version: 3, id, timestamp, cwd: folder.workspace };
  const entries = texts.map((text, at) => ({
    type: "message",
    id: idOf(at),
    parentId: at === 0 ? null : idOf(at - 1),
    timestamp,
    message: at % 2 === 0 ? question(text, at === 0 ? images : [], at) : answer(text, at),
  }));
  const home = sessionFolder(folder.agentDir, folder.workspace);
  mkdirSync(home, { recursive: true });
  const file = path.join(home, `${timestamp.replace(/[:.]/g, "-")}_${id}.jsonl`);
  writeFileSync(file, [header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}

const idOf = (at: number) => (at + 1).toString(16).padStart(8, "0");

function question(text: string, images: readonly ImageContent[], at: number) {
  return { role: "user", content: [{ type: "text", text }, ...images], timestamp: Date.now() + at };
}

function answer(text: string, at: number) {
  const model = { api: "openai-completions", provider: "mock", model: "main" };
  return {
    role: "assistant",
    content: [{ type: "text", text }],
    ...model,
    usage,
    stopReason: "stop",
    timestamp: Date.now() + at,
  };
}
