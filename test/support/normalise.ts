import type { WireRecord } from "./rpc.ts";

/**
 * Makes recordings of two runs comparable: session ids, entry ids, times, ports, paths and durations become names that
 * count from 1 in order of appearance; merged tool updates, whose number depends on the machine, leave only the last.
 */
export class Normaliser {
  #names = new Map<string, string>();
  #counts = new Map<string, number>();
  #root: string;

  /** `root` is the folder of the world the recording comes from. */
  constructor(root: string) {
    this.#root = root;
  }

  /** One line of JSON for each record. */
  transcript(records: WireRecord[]): string {
    const kept = records.filter((record, i) => !isSupersededUpdate(record, records[i + 1]));
    return kept.map((record) => `${JSON.stringify(this.#value(record, ""))}\n`).join("");
  }

  #value(value: unknown, key: string): unknown {
    if (typeof value === "string") return this.#text(value, key);
    if (typeof value === "number") return this.#number(value, key);
    if (Array.isArray(value)) return value.map((item) => this.#value(item, key));
    if (typeof value !== "object" || value === null) return value;
    if ((value as { role?: unknown }).role === "system") return { role: "system" };
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#value(item, name)]));
  }

  #text(text: string, key: string): string {
    if (key === "id" && /^t\d+$/.test(text)) return text; // ours
    return text
      .replaceAll(this.#root, "<root>")
      .replace(/sessions\/--[^/]*--\//g, "sessions/<folder>/")
      .replace(/127\.0\.0\.1:\d+/g, "<endpoint>")
      .replace(/\d{4}-\d\d-\d\dT\d\d[-:]\d\d[-:]\d\d[-.]\d{3}Z/g, "<time>")
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => this.#name("uuid", id))
      .replace(/^[0-9a-f]{8}$/, (id) => this.#name("entry", id));
  }

  #number(value: number, key: string): number | string {
    if (key === "timestamp") return "<time>";
    return key === "durationMs" ? "<duration>" : value;
  }

  #name(kind: string, value: string): string {
    const known = this.#names.get(value);
    if (known) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    this.#names.set(value, name);
    return name;
  }
}

function isSupersededUpdate(record: WireRecord, next: WireRecord | undefined): boolean {
  return record.type === "tool_execution_update" && next?.type === "tool_execution_update";
}
