/** The colours a theme gives to kinds of tokens, found as the editor finds them: the most exact scope counts, then the last. */
import type { SyntaxColors, SyntaxKind } from "../panel/messages.ts";

/** A rule for scopes, as themes and `textMateRules` have them. Without scopes it is for everything. */
export interface TokenRule {
  scope?: string | string[];
  settings?: { foreground?: string };
}

/** Each kind's own scope; a theme's rule for the beginning of it applies. */
const scopes: Readonly<Record<SyntaxKind, string>> = {
  comment: "comment.line",
  keyword: "keyword.control",
  storage: "storage.type",
  string: "string.quoted",
  number: "constant.numeric",
  function: "entity.name.function",
  type: "entity.name.type",
  variable: "variable.other.readwrite",
  constant: "constant.language",
  tag: "entity.name.tag",
  regexp: "string.regexp",
};

/** The names by which semantic rules know these kinds. */
const semanticNames: Partial<Record<SyntaxKind, string>> = {
  comment: "comment",
  keyword: "keyword",
  string: "string",
  number: "number",
  function: "function",
  type: "type",
  variable: "variable",
  regexp: "regexp",
};

/** Colours by rules, where these have one; `fallback` is for the kinds that they leave as plain text. */
export function colorsByRules(rules: readonly TokenRule[], fallback: string | undefined): SyntaxColors {
  const plain = rules.findLast(({ scope, settings }) => scope === undefined && isColor(settings?.foreground));
  const rest = plain?.settings?.foreground ?? fallback;
  const colors: SyntaxColors = {};
  for (const [kind, scope] of Object.entries(scopes) as [SyntaxKind, string][]) {
    const color = colorOf(scope, rules) ?? rest;
    if (color) colors[kind] = color;
  }
  return colors;
}

/** Colours by semantic rules that are for a whole kind: those for a language or a modifier are left out. */
export function colorsBySemantics(rules: Readonly<Record<string, unknown>>): SyntaxColors {
  const colors: SyntaxColors = {};
  for (const [kind, name] of Object.entries(semanticNames) as [SyntaxKind, string][]) {
    const rule = rules[name];
    const color = typeof rule === "object" && rule !== null ? (rule as { foreground?: unknown }).foreground : rule;
    if (isColor(color)) colors[kind] = color;
  }
  return colors;
}

/** Only what is a colour may reach a style. */
export function isColor(value: unknown): value is string {
  return typeof value === "string" && /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);
}

function colorOf(scope: string, rules: readonly TokenRule[]): string | undefined {
  let best = 0;
  let color: string | undefined;
  for (const { scope: selectors = [], settings } of rules) {
    const foreground = settings?.foreground;
    if (!isColor(foreground)) continue;
    for (const selector of Array.isArray(selectors) ? selectors : selectors.split(",")) {
      const weight = matches(selector.trim(), scope);
      if (weight === 0 || weight < best) continue;
      best = weight;
      color = foreground;
    }
  }
  return color;
}

/** How exactly a selector names the scope, 0 when it does not. One that asks for a parent is for some languages only. */
function matches(selector: string, scope: string): number {
  const [name = "", ...more] = selector.split(/\s+/);
  const excluded = more[0] === "-" && more.length === 2 ? more[1] : undefined;
  if (more.length > 0 && excluded === undefined) return 0;
  if (excluded && beginsWith(scope, excluded)) return 0;
  return name !== "" && beginsWith(scope, name) ? name.split(".").length : 0;
}

function beginsWith(scope: string, start: string): boolean {
  return scope === start || scope.startsWith(`${start}.`);
}
