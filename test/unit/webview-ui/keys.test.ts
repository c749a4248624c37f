import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { combination, leaveChordsToHost, runKey } from "../../../webview/ui/keys.ts";

function key(name: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent {
  const event = {
    key: name,
    keyCode: 0,
    isComposing: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
  };
  return { ...event, preventDefault: vi.fn(), stopPropagation: vi.fn(), ...more } as unknown as KeyboardEvent;
}

describe("combinations", () => {
  test.each([
    [key("Enter"), "enter"],
    [key("Enter", { shiftKey: true }), "shift+enter"],
    [key("Enter", { altKey: true }), "alt+enter"],
    [key("ArrowUp", { altKey: true }), "alt+arrowup"],
    [key("F", { ctrlKey: true, shiftKey: true }), "mod+shift+f"],
    [key(" "), "space"],
    [key("?", { shiftKey: true }), "?"],
    [key("7"), "7"],
  ])("%#: %s", (event, name) => {
    expect(combination(event)).toBe(name);
  });
});

describe("case 53: keys of an input method", () => {
  test("reach no binding while it composes, nor does the key that ends it", () => {
    const enter = vi.fn();
    expect(runKey({ enter }, key("Enter", { isComposing: true }))).toBe(false);
    expect(runKey({ enter }, key("Enter", { keyCode: 229 }))).toBe(false);
    expect(runKey({ enter, escape: enter }, key("Escape", { isComposing: true }))).toBe(false);
    expect(enter).not.toHaveBeenCalled();
    expect(runKey({ enter }, key("Enter"))).toBe(true);
    expect(enter).toHaveBeenCalledOnce();
  });

  test("a handled key goes no further, one that was left does", () => {
    const handled = key("Enter");
    runKey({ enter: () => undefined }, handled);
    expect(handled.preventDefault).toHaveBeenCalledOnce();
    expect(handled.stopPropagation).toHaveBeenCalledOnce();
    const left = key("Enter");
    expect(runKey({ enter: () => false }, left)).toBe(false);
    expect(left.preventDefault).not.toHaveBeenCalled();
  });

  test("all keys of the panel are handled through keys.ts", async () => {
    const root = path.resolve(import.meta.dirname, "../../../webview");
    // A key that is looked at, and events that input methods confuse.
    const raw = /\b(event|e|evt|nativeEvent)\.(key|code|keyCode|which)\b|onKeyPress|onKeyUp|"key(press|up)"/;
    // These hear of any key whatever: a hover goes away, a draft has been touched.
    const anyKey = [path.join("ui", "hover.tsx"), path.join("composer", "drafts.ts")];
    const found: string[] = [];
    let files = 0;
    for await (const file of glob("**/*.{ts,tsx}", { cwd: root })) {
      files += 1;
      if (file === path.join("ui", "keys.ts")) continue;
      const text = readFileSync(path.join(root, file), "utf8");
      if (raw.test(text)) found.push(file);
      if (/addEventListener\("keydown"/.test(text) && !anyKey.includes(file)) found.push(file);
      const listeners = [...text.matchAll(/onKeyDown=\{([^}]*)/g)].map((match) => match[1] ?? "");
      if (listeners.some((listener) => !/onKeys|keys|Keys/.test(listener))) found.push(file);
    }
    expect(files).toBeGreaterThan(50);
    expect(found).toEqual([]);
  });
});

test("the key after Ctrl+K is no text and runs nothing here; the one after it is the panel's again", () => {
  const target = new EventTarget();
  leaveChordsToHost(target);
  const taken: string[] = [];
  target.addEventListener("keydown", (event) => {
    const { key: name } = event as KeyboardEvent;
    runKey({ [name]: () => taken.push(name) }, event as KeyboardEvent);
  });
  const press = (name: string, ctrlKey = false) => {
    const event = new Event("keydown", { cancelable: true });
    return target.dispatchEvent(Object.assign(event, { key: name, keyCode: 0, isComposing: false, ctrlKey }));
  };
  press("k", true);
  press("Shift");
  expect(press("l")).toBe(false);
  expect(press("f")).toBe(false); // handled by its binding
  expect(taken).toEqual(["f"]);
});
