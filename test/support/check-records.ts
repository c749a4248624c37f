import type { Rpc } from "./rpc.ts";
import { misfit } from "./schema-check.ts";

const checked = new WeakMap<Rpc, number>();

/**
 * Throws when stdout held what is no record, a record that does not fit its schema, or a second response to an id.
 * Each record is checked against its schema once, however often this is called.
 */
export function checkRecords(rpc: Rpc): void {
  if (rpc.badLines.length > 0) throw new Error(`stdout held what is no record: ${rpc.badLines[0]?.slice(0, 300)}`);
  const answered = rpc.records.filter((record) => record.type === "response" && record.id !== undefined);
  const once = new Set<unknown>();
  for (const { id } of answered) {
    if (once.has(id)) throw new Error(`the command ${id} got more than one response`);
    once.add(id);
  }
  const unchecked = rpc.since(checked.get(rpc) ?? 0);
  checked.set(rpc, rpc.mark());
  for (const record of unchecked) {
    const problem = misfit(record);
    if (problem) throw new Error(`${problem} in ${JSON.stringify(record).slice(0, 1000)}`);
  }
}
