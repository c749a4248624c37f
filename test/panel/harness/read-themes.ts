/**
 * Reads the colour variables that VS Code gives to webviews and writes them to themes/<name>.json.
 * Run by hand after a new VS Code: `node test/panel/harness/read-themes.ts [theme.json of a third party]`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureCodeServer } from "../../../scripts/code-server.ts";
import { profileIn, quietSettings, startVSCodeServer, writeSettings } from "../../../scripts/vscode-server.ts";
import { launchBrowser } from "../../support/browser.ts";

interface Source {
  /** Name of a colour theme, and of its file in VS Code. */
  theme: string;
  file: string;
}

const builtIn: [target: string, source: Source][] = [
  ["dark", { theme: "Dark Modern", file: "dark_modern" }],
  ["light", { theme: "Light Modern", file: "light_modern" }],
  ["hc-dark", { theme: "Default High Contrast", file: "hc_black" }],
  ["hc-light", { theme: "Default High Contrast Light", file: "hc_light" }],
];

async function read({ theme, file }: Source, colors: Record<string, string>): Promise<Record<string, string>> {
  const root = mkdtempSync(path.join(os.tmpdir(), "atomic-themes-"));
  const profile = profileIn(root);
  writeSettings(profile, {
    ...quietSettings,
    "workbench.colorTheme": theme,
    "workbench.colorCustomizations": colors,
    "window.autoDetectHighContrast": false,
  });
  const server = await startVSCodeServer({ vscode: ensureCodeServer(), profile });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(server.address(root));
    await page.locator(".monaco-workbench .part.statusbar").waitFor();
    // VS Code paints a theme of its own first; the class names the file of the one that is in force.
    await page.locator(`.monaco-workbench[class*="${file}"]`).waitFor();
    return await page.evaluate(() => {
      const found: Record<string, string> = {};
      for (const sheet of document.styleSheets) {
        for (const rule of sheet.cssRules) {
          if (!(rule instanceof CSSStyleRule) || rule.selectorText !== ".monaco-workbench") continue;
          for (const name of rule.style) {
            if (name.startsWith("--vscode-")) found[name] = rule.style.getPropertyValue(name).trim();
          }
        }
      }
      return found;
    });
  } finally {
    await browser.close();
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

function write(name: string, colors: Record<string, string>): void {
  const sorted = Object.fromEntries(Object.entries(colors).sort(([a], [b]) => a.localeCompare(b)));
  const target = path.join(import.meta.dirname, "themes", `${name}.json`);
  writeFileSync(target, `${JSON.stringify(sorted, null, 2)}\n`);
  console.log(`${name}: ${Object.keys(sorted).length} variables`);
}

const thirdParty = process.argv[2];
if (thirdParty === undefined) {
  for (const [target, source] of builtIn) write(target, await read(source, {}));
} else {
  const { colors } = JSON.parse(readFileSync(thirdParty, "utf8")) as { colors: Record<string, string> };
  write("third-party", await read({ theme: "Visual Studio Dark", file: "dark_vs" }, colors));
}
