/** Writes docs/reference.md from the manifest: commands, keys and settings. `--check` fails when it is stale. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const file = path.join(root, "docs/reference.md");

interface Setting {
  type?: string | string[];
  enum?: unknown[];
  enumDescriptions?: string[];
  markdownEnumDescriptions?: string[];
  default?: unknown;
  scope?: string;
  description?: string;
  markdownDescription?: string;
}

interface Manifest {
  contributes?: {
    commands?: { command: string; title: string; category?: string; enablement?: string }[];
    menus?: { commandPalette?: { command: string; when?: string }[] };
    keybindings?: { command: string; key: string; mac?: string; when?: string }[];
    configuration?: Section | Section[];
  };
}

interface Section {
  title?: string;
  properties?: Record<string, Setting>;
}

/** The manifest with its `%keys%` replaced by the texts of package.nls.json. Throws for a key that has none. */
function readManifest(): Manifest {
  const nls = path.join(root, "package.nls.json");
  const texts = existsSync(nls) ? (JSON.parse(readFileSync(nls, "utf8")) as Record<string, string>) : {};
  const replace = (_name: string, value: unknown) => {
    const key = typeof value === "string" ? /^%(.+)%$/.exec(value)?.[1] : undefined;
    if (key === undefined) return value;
    if (texts[key] === undefined) throw new Error(`package.nls.json has no ${key}`);
    return texts[key];
  };
  return JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"), replace) as Manifest;
}

function render({ contributes = {} }: Manifest): string {
  const { commands = [], menus = {}, keybindings = [], configuration = [] } = contributes;
  const inMenusOnly = new Set(
    menus.commandPalette?.filter(({ when }) => when === "false").map(({ command }) => command),
  );
  const keysOf = (command: string) =>
    keybindings.filter((binding) => binding.command === command).map(({ key, mac }) => keyText(key, mac));
  const inPalette = commands.filter(({ command }) => !inMenusOnly.has(command));
  const commandRows = inPalette.map(({ command, title, category }) => [
    category ? `${category}: ${title}` : title,
    `\`${command}\``,
    keysOf(command).join(", "),
  ]);
  const settings = [configuration].flat().flatMap(({ properties = {} }) => Object.entries(properties));
  return [
    "# Commands and settings",
    "Generated from package.json by `npm run reference`.",
    "## Commands",
    "Keys work while the chat has the focus.",
    table(["Command", "Id", "Key"], commandRows),
    "## Settings",
    table(["Setting", "Default", "What it does"], settings.map(settingRow)),
    "A setting marked *machine* is read from the user's own settings only: a workspace cannot choose it.",
    "",
  ].join("\n\n");
}

function keyText(key: string, mac: string | undefined): string {
  return mac ? `\`${key}\` (macOS \`${mac}\`)` : `\`${key}\``;
}

function settingRow([name, setting]: [string, Setting]): string[] {
  const text = setting.markdownDescription ?? setting.description ?? "";
  const values = setting.enum?.map((value, index) => {
    const description = (setting.markdownEnumDescriptions ?? setting.enumDescriptions)?.[index];
    return `\`${value}\`${description ? `: ${description}` : ""}`;
  });
  const machine = setting.scope?.startsWith("machine") ? " *machine*" : "";
  return [
    `\`${name}\`${machine}`,
    `\`${JSON.stringify(setting.default ?? null)}\``,
    [text, ...(values ?? [])].join("<br>"),
  ];
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

const text = render(readManifest());
if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
  console.error("docs/reference.md does not fit package.json: run `npm run reference`");
  process.exitCode = 1;
}
