/** The person's own token colours, which stand above those of the theme. */
import type { TokenRule } from "./token-colors.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Scopes that the short names in `editor.tokenColorCustomizations` stand for. */
const groups: Readonly<Record<string, string[]>> = {
  comments: ["comment"],
  strings: ["string"],
  keywords: ["keyword", "keyword.control", "storage", "storage.type"],
  numbers: ["constant.numeric"],
  types: ["entity.name.type", "entity.name.class", "support.type", "support.class"],
  functions: ["entity.name.function", "support.function"],
  variables: ["variable", "entity.name.variable"],
};

/** Rules in `editor.tokenColorCustomizations`, those for all themes first, then those for this one. */
export function customRules(setting: unknown, theme: string): TokenRule[] {
  return layers(setting, theme).flatMap((layer) => [
    ...Object.entries(groups).flatMap(([name, scope]) => rule(scope, layer[name])),
    ...(Array.isArray(layer.textMateRules) ? (layer.textMateRules as TokenRule[]) : []),
  ]);
}

/** Rules in `editor.semanticTokenColorCustomizations`, by selector; and whether it turns semantic colours on or off. */
export function customSemantics(setting: unknown, theme: string): { rules: Fields; enabled?: boolean } {
  const found = layers(setting, theme);
  const enabled = found.map((layer) => layer.enabled).findLast((value) => typeof value === "boolean");
  const rules = Object.assign({}, ...found.map((layer) => layer.rules)) as Fields;
  return { rules, ...(typeof enabled === "boolean" ? { enabled } : {}) };
}

function rule(scope: string[], value: unknown): TokenRule[] {
  const foreground = typeof value === "object" && value !== null ? (value as Fields).foreground : value;
  return typeof foreground === "string" ? [{ scope, settings: { foreground } }] : [];
}

/** The setting itself and the parts of it that are for this theme: `"[One][Two]"`, `"[*Dark*]"`. */
function layers(setting: unknown, theme: string): Fields[] {
  if (typeof setting !== "object" || setting === null) return [];
  const own = Object.entries(setting).filter(([key, value]) => isFor(key, theme) && typeof value === "object" && value);
  return [setting as Fields, ...own.map(([, value]) => value as Fields)];
}

function isFor(key: string, theme: string): boolean {
  return [...key.matchAll(/\[([^\]]+)\]/g)].some(([, name = ""]) => {
    const parts = name.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`).test(theme);
  });
}
