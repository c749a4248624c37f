import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (name: string) => JSON.parse(readFileSync(path.join(root, name), "utf8"));
const manifest = read("package.json");
const words = read("package.nls.json") as Record<string, string>;
const { contributes, capabilities } = manifest;
const properties = contributes.configuration.properties as Record<string, { scope: string }>;

test("what decides which program is run is not for a workspace to choose", () => {
  const machine = Object.keys(properties).filter((name) => properties[name]?.scope === "machine");
  expect(machine).toEqual(
    expect.arrayContaining(["path", "args", "node", "env"].map((name) => `atomic.server.${name}`)),
  );
  expect(machine).toEqual(expect.arrayContaining(["atomic.approval", "atomic.sessionDir"]));
  expect(capabilities.untrustedWorkspaces.supported).toBe("limited");
  const restricted: string[] = capabilities.untrustedWorkspaces.restrictedConfigurations;
  expect(machine.filter((name) => !restricted.includes(name) && name !== "atomic.server.maxProcesses")).toEqual([]);
});

test("no key binding works outside our own focus", () => {
  for (const binding of contributes.keybindings) expect(binding.when).toBe("atomic.chatFocused");
});

test("every text stands in package.nls.json, and no text there is unused", () => {
  const used = [...JSON.stringify(manifest).matchAll(/%([\w.-]+)%/g)].map(([, key]) => key ?? "");
  expect(used.filter((key) => words[key] === undefined)).toEqual([]);
  expect(Object.keys(words).filter((key) => !used.includes(key))).toEqual([]);
});

test("everything a menu or a key names is a command, and every command can be reached", () => {
  const commands: string[] = contributes.commands.map(({ command }: { command: string }) => command);
  const menus = Object.values(contributes.menus as Record<string, { command: string; when?: string }[]>).flat();
  const bound = contributes.keybindings.map(({ command }: { command: string }) => command);
  expect([...menus.map(({ command }) => command), ...bound].filter((name) => !commands.includes(name))).toEqual([]);
  expect(new Set(commands).size).toBe(commands.length);
});

test("files that the manifest names are there", () => {
  const steps = contributes.walkthroughs.flatMap(({ steps }: { steps: unknown[] }) => steps);
  expect(steps).toHaveLength(4);
  const files = [manifest.icon, ...steps.map((step: { media: { markdown: string } }) => step.media.markdown)];
  for (const file of files) expect(existsSync(path.join(root, file)), file).toBe(true);
});

test("it runs where the workspace is", () => {
  expect(manifest.extensionKind).toEqual(["workspace"]);
});
