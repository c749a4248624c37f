/**
 * JSON for records of any depth. `JSON.stringify` is fast but recursive: a session tree nests one level
 * an entry and would overflow the stack, so what it cannot do is written out with a stack of our own.
 */

interface Frame {
  /** Undefined for an array. */
  readonly keys: readonly string[] | undefined;
  readonly value: Readonly<Record<string, unknown>> | readonly unknown[];
  /** Every value below is walked, because one of them was too deep. */
  readonly walkAll: boolean;
  index: number;
  written: boolean;
}

/** The way to the nodes of a session tree, the one structure of the protocol that is deep by nature. */
const DEEP_KEYS = new Set<string | undefined>([undefined, "data", "tree", "children"]);

/** The value as JSON text, exactly as `JSON.stringify` would write it, at any depth. */
export function stringify(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return stringifyDeep(value);
    throw error;
  }
}

/** The same without recursion along the session tree; what is shallow is still written natively. */
export function stringifyDeep(root: object): string {
  const out: string[] = [];
  const stack: Frame[] = [];
  const open = (value: object, walkAll: boolean) => {
    out.push(Array.isArray(value) ? "[" : "{");
    const keys = Array.isArray(value) ? undefined : Object.keys(value);
    stack.push({ keys, value: value as Frame["value"], walkAll, index: 0, written: false });
  };
  open(root, false);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const { keys, value } = frame;
    if (frame.index >= (keys ?? (value as readonly unknown[])).length) {
      out.push(keys ? "}" : "]");
      stack.pop();
      continue;
    }
    const key = keys?.[frame.index];
    const item =
      key === undefined ? (value as readonly unknown[])[frame.index] : (value as Record<string, unknown>)[key];
    frame.index++;
    const isObject = typeof item === "object" && item !== null && !hasToJson(item);
    const text = isObject && (frame.walkAll || DEEP_KEYS.has(key)) ? WALK : nativeText(item);
    // As JSON.stringify does: what has no JSON is left out of an object and null in an array.
    if (text === undefined && keys) continue;
    if (frame.written) out.push(",");
    frame.written = true;
    if (key !== undefined) out.push(JSON.stringify(key), ":");
    if (typeof text === "symbol") open(item as object, frame.walkAll || text === WALK_ALL);
    else out.push(text ?? "null");
  }
  return out.join("");
}

const WALK = Symbol("walk");
const WALK_ALL = Symbol("walk all");

function nativeText(item: unknown): string | undefined | typeof WALK_ALL {
  try {
    return JSON.stringify(item);
  } catch (error) {
    if (error instanceof RangeError) return WALK_ALL;
    throw error;
  }
}

function hasToJson(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === "function";
}
