/** The lines as the planner sees them: `1→first`, `2→second` … */
export function numberLines(lines: readonly string[]): string {
  const numbered = new Array<string>(lines.length);
  for (let i = 0; i < lines.length; i++) numbered[i] = `${i + 1}→${lines[i]}`;
  return numbered.join("\n");
}
