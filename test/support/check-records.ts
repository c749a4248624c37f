import type { Rpc } from "./rpc.ts";
import { misfit } from "./schema-check.ts";

const checked = new WeakMap<Rpc, number>();
/** Of very many records of one type the first so many are checked against their schema. */
const sample = 2000;

/**
 * Throws when stdout held what is no record, a record that does not fit its schema, or a second response to an id.
 * Looks only at what came since it was called last, so an id may be used again in another test.
 */
export function checkRecords(rpc: Rpc): void {
  if (rpc.badLines.length > 0) throw new Error(`stdout held what is no record: ${rpc.badLines[0]?.slice(0, 300)}`);
  const unchecked = rpc.since(checked.get(rpc) ?? 0);
  checked.set(rpc, rpc.mark());
  const answered = new Set<unknown>();
  const seen = new Map<string, number>();
  for (const record of unchecked) {
    const nth = (seen.get(record.type) ?? 0) + 1;
    seen.set(record.type, nth);
    const problem = nth > sample ? undefined : misfit(record);
    if (problem) throw new Error(`${problem} in ${JSON.stringify(record).slice(0, 1000)}`);
    if (record.type !== "response" || record.id === undefined) continue;
    if (answered.has(record.id)) throw new Error(`the command ${record.id} got more than one response`);
    answered.add(record.id);
  }
}
