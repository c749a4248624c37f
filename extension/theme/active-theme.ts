/** Which colour theme is on: VS Code tells its kind only, the settings tell the rest. */

/** A theme as an extension contributes it. */
export interface ContributedTheme {
  id?: string;
  label?: string;
  uiTheme?: string;
  path?: string;
}

/** The kind of a theme, by the name that a contribution gives it. */
export type UITheme = "vs" | "vs-dark" | "hc-black" | "hc-light";

/** Settings that choose between themes when the system's colours decide, by the kind they are for. */
const preferred: Readonly<Record<UITheme, { setting: string; when: string }>> = {
  vs: { setting: "workbench.preferredLightColorTheme", when: "window.autoDetectColorScheme" },
  "vs-dark": { setting: "workbench.preferredDarkColorTheme", when: "window.autoDetectColorScheme" },
  "hc-black": { setting: "workbench.preferredHighContrastColorTheme", when: "window.autoDetectHighContrast" },
  "hc-light": { setting: "workbench.preferredHighContrastLightColorTheme", when: "window.autoDetectHighContrast" },
};

/** Names of the themes that may be on, the likeliest first. */
export function themeNames(kind: UITheme, read: (setting: string) => unknown): string[] {
  const { setting, when } = preferred[kind];
  const chosen = read("workbench.colorTheme");
  const byScheme = read(when) === true ? read(setting) : undefined;
  // High contrast follows the system only when the chosen theme is none itself; colour schemes always do.
  const names = kind.startsWith("hc") ? [chosen, byScheme] : [byScheme, chosen];
  return names.filter((name): name is string => typeof name === "string" && name !== "");
}

/** The first of the names that is a theme of this kind, or undefined. Older settings call VS Code's own themes "Default …". */
export function findTheme<T extends ContributedTheme>(
  themes: readonly T[],
  names: readonly string[],
  kind: UITheme,
): { theme: T; name: string } | undefined {
  for (const name of names) {
    const known = [name, name.replace(/^Default /, ""), `Default ${name}`];
    const theme = known
      .map((one) => themes.find(({ id, label }) => (id ?? label) === one))
      .find((one) => one?.path !== undefined && one.uiTheme === kind);
    if (theme) return { theme, name };
  }
  return undefined;
}
