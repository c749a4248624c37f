import type { AgentMessage } from "@earendil-works/pi-agent-core";
import { numberLines } from "../../server/compaction/numbering.ts";
import { normalizeRanges } from "../../server/compaction/ranges.ts";
import { rebuild } from "../../server/compaction/rebuild.ts";
import { parseRecords } from "../../server/compaction/records.ts";
import { buildTranscript } from "../../server/compaction/transcript.ts";
import { least, type Metric } from "./metric.ts";

/** A conversation whose transcript has about `bytes` bytes, in lines of some sixty characters. */
function conversation(bytes: number): AgentMessage[] {
  const paragraph = Array.from({ length: 100 }, (_, i) => `line ${i} of a message, about as long as lines of code are`);
  const text = paragraph.join("\n");
  return Array.from({ length: Math.ceil(bytes / text.length) }, (_, i) => ({
    role: "user" as const,
    content: `message ${i}\n${text}`,
    timestamp: i,
  }));
}

/** CPU time of one compaction but the model's part: numbering, reading the plan, rebuilding; in ms. */
function compactOnce(messages: AgentMessage[]): number {
  const before = process.cpuUsage();
  const { lines, isOldMarker } = buildTranscript(messages);
  const numbered = numberLines(lines);
  const plan = Array.from({ length: Math.floor(lines.length / 10) }, (_, i) => `${i * 10 + 2},${i * 10 + 6}`).join(
    "\n",
  );
  const ranges = normalizeRanges(parseRecords(plan) ?? [], lines.length);
  const rebuilt = rebuild(lines, ranges, isOldMarker);
  const { user, system } = process.cpuUsage(before);
  if (numbered.length < 5_000_000 || rebuilt.kept + rebuilt.deleted !== lines.length) throw new Error("not compacted");
  return (user + system) / 1000;
}

export const compactionMetrics: Metric[] = [
  {
    name: "compaction_5mb_cpu_ms",
    unit: "ms",
    target: "≤ 100",
    measure: () => {
      const messages = conversation(5_000_000);
      return { value: least(Array.from({ length: 9 }, () => compactOnce(messages))) };
    },
  },
];
