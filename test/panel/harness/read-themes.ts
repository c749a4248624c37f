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

const builtIn: [file: string, theme: string][] = [
  ["dark", "Dark Modern"],
  ["light", "Light Modern"],
  ["hc-dark", "Default High Contrast"],
  ["hc-light", "Default High Contrast Light"],
];

async function read(theme: string, colors: Record<string, string>): Promise<Record<string, string>> {
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
    // The theme of the settings follows the one of the first paint: wait until the colours rest.
    await page.locator(`.monaco-workbench[class*="${theme.includes("High") ? "hc" : "vs"}"]`).waitFor();
    await page.waitForLoadState("networkidle");
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

function write(file: string, colors: Record<string, string>): void {
  const sorted = Object.fromEntries(Object.entries(colors).sort(([a], [b]) => a.localeCompare(b)));
  const target = path.join(import.meta.dirname, "themes", `${file}.json`);
  writeFileSync(target, `${JSON.stringify(sorted, null, 2)}\n`);
  console.log(`${file}: ${Object.keys(sorted).length} variables`);
}

const thirdParty = process.argv[2];
if (thirdParty === undefined) {
  for (const [file, theme] of builtIn) write(file, await read(theme, {}));
} else {
  const { colors } = JSON.parse(readFileSync(thirdParty, "utf8")) as { colors: Record<string, string> };
  write("third-party", await read("Visual Studio Dark", colors));
}
