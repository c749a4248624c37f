/**
 * JSON for records of any depth. `JSON.stringify` is fast but recursive: a session tree nests one level
 * an entry and would overflow the stack, so what it cannot do is written out with a stack of our own.
 */

interface Frame {
  readonly keys: readonly string[] | undefined;
  readonly value: Record<string, unknown> | readonly unknown[];
  index: number;
  written: boolean;
}

/** The value as JSON text, exactly as `JSON.stringify` would write it, at any depth. */
export function stringify(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return stringifyDeep(value);
    throw error;
  }
}

/** The same without recursion: slower, and bounded by memory only. */
export function stringifyDeep(root: object): string {
  const out: string[] = [];
  const stack: Frame[] = [];
  const open = (value: object) => {
    const list = Array.isArray(value);
    out.push(list ? "[" : "{");
    stack.push({
      keys: list ? undefined : Object.keys(value),
      value: value as Frame["value"],
      index: 0,
      written: false,
    });
  };
  open(root);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const { keys, value } = frame;
    const length = keys ? keys.length : (value as readonly unknown[]).length;
    if (frame.index >= length) {
      out.push(keys ? "}" : "]");
      stack.pop();
      continue;
    }
    const key = keys?.[frame.index];
    const item =
      key === undefined ? (value as readonly unknown[])[frame.index] : (value as Record<string, unknown>)[key];
    frame.index++;
    const absent = item === undefined || typeof item === "function" || typeof item === "symbol";
    if (absent && keys) continue;
    if (frame.written) out.push(",");
    frame.written = true;
    if (key !== undefined) out.push(JSON.stringify(key), ":");
    if (absent) out.push("null");
    else if (typeof item === "object" && item !== null && !hasToJson(item)) open(item);
    else out.push(JSON.stringify(item));
  }
  return out.join("");
}

function hasToJson(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === "function";
}
