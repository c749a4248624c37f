import type { ScriptedEndpoint } from "./endpoint.ts";
import type { SharedServer } from "./shared-server.ts";

/** `count` lines of text that begin with `tag`. */
export function longText(tag: string, count = 40): string {
  return Array.from({ length: count }, (_, i) => `${tag} line ${i + 1} with some words`).join("\n");
}

/** Lets the planner answer with these deletion ranges (1-based, inclusive). */
export function plan(endpoint: ScriptedEndpoint, ...ranges: [start: number, end: number][]): void {
  endpoint.auxiliary = [ranges.map((range) => range.join(",")).join("\n")];
}

/** A long question with a long answer, then a short exchange that stays outside the compaction. */
export async function longSession({ rpc, endpoint }: SharedServer): Promise<void> {
  endpoint.push([longText("REPLYONE")], ["short two"]);
  await rpc.run(longText("QUESTIONONE"));
  await rpc.run("fix the test please");
}

/** The numbered lines of a planner request, without their numbers. */
export function numberedLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const match = /^\s*(\d+)→(.*)$/.exec(line);
    if (match && Number(match[1]) === lines.length + 1) lines.push(match[2] as string);
  }
  return lines;
}
