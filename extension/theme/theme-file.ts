/** Reads a colour theme's file and those it includes. Knows neither VS Code nor the disk. */
import { parse } from "jsonc-parser";
import type { TokenRule } from "./token-colors.ts";

export interface Theme {
  /** What plain text has in the editor. */
  foreground?: string;
  rules: TokenRule[];
  semantic: Record<string, unknown>;
  /** The theme wants semantic colours. */
  semanticHighlighting: boolean;
}

/** Themes that include one another without end are read this deep. */
const MAX_DEPTH = 8;

/**
 * The theme in `file`, whose `read` gives the text of a file and `resolve` the address of one that another names.
 * Rejects when a file cannot be read, is no JSON object, or keeps its rules in a file of another form.
 */
export async function readTheme<T>(
  file: T,
  { read, resolve }: { read(file: T): Promise<string>; resolve(file: T, relative: string): T },
  depth = 0,
): Promise<Theme> {
  const own: unknown = parse(await read(file), [], { allowTrailingComma: true });
  if (typeof own !== "object" || own === null) throw new Error("A theme is a JSON object");
  const { include, colors, tokenColors, semanticTokenColors, semanticHighlighting } = own as Record<string, unknown>;
  const base: Theme =
    typeof include === "string" && depth < MAX_DEPTH
      ? await readTheme(resolve(file, include), { read, resolve }, depth + 1)
      : { rules: [], semantic: {}, semanticHighlighting: false };
  if (typeof tokenColors === "string") throw new Error(`Token colours in ${tokenColors} are not read`);
  const foreground = (colors as Record<string, unknown> | undefined)?.["editor.foreground"] ?? base.foreground;
  return {
    ...(typeof foreground === "string" ? { foreground } : {}),
    rules: [...base.rules, ...(Array.isArray(tokenColors) ? (tokenColors as TokenRule[]) : [])],
    semantic: { ...base.semantic, ...(semanticTokenColors as Record<string, unknown> | undefined) },
    semanticHighlighting: typeof semanticHighlighting === "boolean" ? semanticHighlighting : base.semanticHighlighting,
  };
}
