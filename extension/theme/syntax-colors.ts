import { ColorThemeKind, type Disposable, extensions, Uri, window, workspace } from "vscode";
import { Disposables } from "../disposables.ts";
import type { SyntaxColors } from "../panel/messages.ts";
import { type ContributedTheme, findTheme, themeNames, type UITheme } from "./active-theme.ts";
import { customRules, customSemantics } from "./customizations.ts";
import { readTheme } from "./theme-file.ts";
import { colorsByRules, colorsBySemantics, isColor } from "./token-colors.ts";

const kinds: Readonly<Record<ColorThemeKind, UITheme>> = {
  [ColorThemeKind.Light]: "vs",
  [ColorThemeKind.Dark]: "vs-dark",
  [ColorThemeKind.HighContrast]: "hc-black",
  [ColorThemeKind.HighContrastLight]: "hc-light",
};

const settings = [
  "workbench",
  "window.autoDetectColorScheme",
  "window.autoDetectHighContrast",
  "editor.tokenColorCustomizations",
  "editor.semanticTokenColorCustomizations",
  "editor.semanticHighlighting",
];

/**
 * Colours of code in the editor's theme, kept up to date. Empty while they are not known, and for a theme that cannot
 * be read, such as one whose extension runs on another computer: the panel has a set of its own for each kind.
 */
export class SyntaxColorSource implements Disposable {
  readonly #own = new Disposables();
  readonly #changed: () => void;
  #colors: SyntaxColors = {};
  #asked = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
    this.#own.add(window.onDidChangeActiveColorTheme(() => void this.#update()));
    this.#own.add(
      workspace.onDidChangeConfiguration((change) => {
        if (settings.some((name) => change.affectsConfiguration(name))) void this.#update();
      }),
    );
    void this.#update();
  }

  get colors(): SyntaxColors {
    return this.#colors;
  }

  dispose(): void {
    this.#own.dispose();
  }

  async #update(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const colors = await activeColors().catch(() => ({}));
    if (asked !== this.#asked || JSON.stringify(colors) === JSON.stringify(this.#colors)) return;
    this.#colors = colors;
    this.#changed();
  }
}

async function activeColors(): Promise<SyntaxColors> {
  const kind = kinds[window.activeColorTheme.kind];
  const read = (setting: string): unknown => workspace.getConfiguration().get(setting);
  const found = findTheme(contributedThemes(), themeNames(kind, read), kind);
  if (!found?.theme.path) return {};
  const { name } = found;
  const theme = await readTheme(Uri.joinPath(found.theme.home, found.theme.path), {
    read: async (file) => new TextDecoder().decode(await workspace.fs.readFile(file)),
    resolve: (file, relative) => Uri.joinPath(file, "..", relative),
  });
  const rules = [...theme.rules, ...customRules(read("editor.tokenColorCustomizations"), name)];
  const byRules = colorsByRules(rules, isColor(theme.foreground) ? theme.foreground : undefined);
  const own = customSemantics(read("editor.semanticTokenColorCustomizations"), name);
  const enabled = read("editor.semanticHighlighting.enabled");
  const wanted = typeof enabled === "boolean" ? enabled : (own.enabled ?? theme.semanticHighlighting);
  return wanted ? { ...byRules, ...colorsBySemantics({ ...theme.semantic, ...own.rules }) } : byRules;
}

function contributedThemes(): (ContributedTheme & { home: Uri })[] {
  return extensions.all.flatMap(({ packageJSON, extensionUri }) => {
    const { contributes } = packageJSON as { contributes?: { themes?: ContributedTheme[] } };
    return (contributes?.themes ?? []).map((theme) => ({ ...theme, home: extensionUri }));
  });
}
