/** The page a panel test opens: the product's page, with a fake host in the place of VS Code. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { contentSecurityPolicy, inScript } from "../../../extension/panel/page.ts";

export const themes = ["dark", "light", "hc-dark", "hc-light", "third-party"] as const;
export type Theme = (typeof themes)[number];

export interface PageOptions {
  theme: Theme;
  place: "sideBar" | "editor";
  /** Text direction of the page, as a translation would set it. */
  direction: "ltr" | "rtl";
  /** VS Code's own reduce-motion setting. */
  reduceMotion: boolean;
  /** Translations, English text → text. */
  l10n: Record<string, string>;
}

/** The classes VS Code puts on the body. */
export const themeClasses: Record<Theme, string> = {
  dark: "vscode-dark",
  light: "vscode-light",
  "hc-dark": "vscode-high-contrast",
  "hc-light": "vscode-high-contrast-light vscode-high-contrast",
  "third-party": "vscode-dark",
};

/** Fonts as VS Code would give them; the first ones make pictures alike where they are installed. */
const fonts: Record<string, string> = {
  "--vscode-font-family": 'Inter, "Segoe WPC", "Segoe UI", system-ui, Ubuntu, sans-serif',
  "--vscode-font-size": "13px",
  "--vscode-font-weight": "normal",
  "--vscode-editor-font-family": '"JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  "--vscode-editor-font-size": "12px",
  "--vscode-editor-font-weight": "normal",
};

/** The variables VS Code sets on the root element in a theme. */
export function themeVariables(theme: Theme): Record<string, string> {
  const file = path.join(import.meta.dirname, "themes", `${theme}.json`);
  return { ...(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>), ...fonts };
}

/** What VS Code styles in every webview, in a layer of its own: a panel's rules win where there are any. */
const vscodeDefaults = `@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
  body { background-color: transparent; color: var(--vscode-editor-foreground); font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; overscroll-behavior-x: none; }
  img, video { max-width: 100%; max-height: 100%; }
  a, a code { color: var(--vscode-textLink-foreground); }
  a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
  code { color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background);
    padding: 1px 3px; border-radius: 4px; }
  pre code { padding: 0; }
  blockquote { background: var(--vscode-textBlockQuote-background); border-color: var(--vscode-textBlockQuote-border); }
  kbd { background-color: var(--vscode-keybindingLabel-background); border: 1px solid var(--vscode-keybindingLabel-border);
    border-radius: 3px; box-shadow: inset 0 -1px 0 var(--vscode-widget-shadow); vertical-align: middle; padding: 1px 3px; }
}`;

/** The whole page. `origin` is the server's, `nonce` new for each page. */
export function pageHtml(options: PageOptions, origin: string, nonce: string): string {
  const classes = themeClasses[options.theme] + (options.reduceMotion ? " vscode-reduce-motion" : "");
  return `<!DOCTYPE html>
<html lang="en" dir="${options.direction}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(nonce, origin)}">
<title>Atomic</title>
<style nonce="${nonce}">${vscodeDefaults}</style>
<link rel="stylesheet" href="${origin}/main.css">
</head>
<body class="${classes}" data-place="${options.place}" data-vscode-theme-kind="${themeClasses[options.theme].split(" ")[0]}">
<div id="root"></div>
<script type="application/json" id="l10n" nonce="${nonce}">${inScript(options.l10n)}</script>
<script type="application/json" id="theme" nonce="${nonce}">${inScript(themeVariables(options.theme))}</script>
<script nonce="${nonce}" src="${origin}/fake-host.js"></script>
<script type="module" nonce="${nonce}" src="${origin}/main.js"></script>
</body>
</html>`;
}
