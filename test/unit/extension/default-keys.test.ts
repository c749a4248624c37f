/** The keys that the manifest binds: ours alone while a chat has the focus, and nobody else's. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

interface Binding {
  command: string;
  key: string;
  mac?: string;
  when?: string;
}

const manifest = JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../../../package.json"), "utf8"));
const bindings: Binding[] = manifest.contributes.keybindings;

/** What follows Ctrl+K (macOS Cmd+K) in VS Code and its built-in extensions, on any system. */
const followers =
  "c d e f i m n o p s t u v w y z shift+n shift+o ctrl+0 ctrl+8 ctrl+9 ctrl+a ctrl+b ctrl+c ctrl+d ctrl+e ctrl+f ctrl+h " +
  "ctrl+i ctrl+j ctrl+k ctrl+l ctrl+m ctrl+n ctrl+o ctrl+p ctrl+q ctrl+r ctrl+s ctrl+t ctrl+u ctrl+w ctrl+x ctrl+alt+c " +
  "ctrl+alt+s ctrl+shift+c ctrl+shift+l ctrl+shift+n ctrl+shift+s ctrl+shift+w ctrl+shift+alt+c";
const taken = new Set(followers.split(" "));

const strokes = ({ key, mac }: Binding) => [key, (mac ?? key).replaceAll("cmd", "ctrl")].map((one) => one.split(" "));

describe("case 54: default key bindings", () => {
  test("hold in a chat that has the focus, never elsewhere", () => {
    expect(bindings.length).toBeGreaterThan(0);
    for (const { when, command } of bindings) expect(when?.split(" && "), command).toContain("atomic.chatFocused");
  });

  test("take no key from VS Code: each is a chord that it leaves free", () => {
    // A single stroke with letters is VS Code's own, or types a letter: Ctrl+Alt is AltGr on many keyboards.
    for (const binding of bindings) {
      for (const [first, second, ...more] of strokes(binding)) {
        expect(first, binding.command).toBe("ctrl+k");
        expect(taken.has(second ?? ""), `${binding.command} ${second}`).toBe(false);
        expect(second, binding.command).toMatch(/^[a-z]$/);
        expect(more, binding.command).toEqual([]);
      }
    }
  });

  test("are one key a command, and one command a key", () => {
    for (const part of ["key", "mac"] as const) {
      const keys = bindings.map((binding) => binding[part]);
      expect(new Set(keys).size).toBe(bindings.length);
    }
    expect(new Set(bindings.map(({ command }) => command)).size).toBe(bindings.length);
  });
});
