#!/usr/bin/env node
/**
 * Stands where the desktop `code` executable does for @vscode/test-electron: runs the suite of --extensionTestsPath in
 * the extension host of VS Code in the browser and ends with the suite's exit code.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { ensureCodeServer } from "../../scripts/code-server.ts";
import { profileIn, quietSettings, startVSCodeServer, writeSettings } from "../../scripts/vscode-server.ts";
import { launchBrowser } from "../support/browser.ts";

/** No suite takes longer, ms. */
const timeLimit = 180_000;

/** The workbench's own lines, which come by the same way as the suite's. */
const workbenchLine =
  /additional builtin extension|^\[(Service Worker|AgentHost|AccountPolicyGate|reconnection|ChatModel)|^Creating a socket|^Resolv(ing|ed) connection token|^ChatSessionStore/;

interface Launch {
  workspace: string;
  extensions: string[];
  tests: string;
}

function readLaunch(args: string[]): Launch {
  const { values, positionals } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    options: {
      extensionDevelopmentPath: { type: "string", multiple: true },
      extensionTestsPath: { type: "string" },
    },
  });
  const tests = values.extensionTestsPath;
  const workspace = positionals[0];
  if (typeof tests !== "string" || !workspace) throw new Error("a folder and --extensionTestsPath are required");
  const extensions = (values.extensionDevelopmentPath ?? []).filter((value) => typeof value === "string");
  return { workspace: path.resolve(workspace), extensions: extensions.map((each) => path.resolve(each)), tests };
}

/** The exit code of the suite. Rejects when the extension host or the window ends before the suite does. */
async function runSuite(launch: Launch, root: string, cleanUp: (() => Promise<void>)[]): Promise<number> {
  const profile = profileIn(root);
  writeSettings(profile, { ...quietSettings, "git.enabled": false });
  const ended = Promise.withResolvers<number>();
  const server = await startVSCodeServer({
    vscode: ensureCodeServer(),
    profile,
    testDriver: true,
    onOutput: (text) => {
      const crash = /Extension Host Process exited with code: (?!0,).*/.exec(text);
      if (crash) ended.reject(new Error(crash[0]));
    },
  });
  cleanUp.push(() => server.stop());
  const browser = await launchBrowser({ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false });
  cleanUp.push(() => browser.close());
  const page = await browser.newPage({ permissions: ["clipboard-read", "clipboard-write"] });
  page.on("crash", () => ended.reject(new Error("the window crashed")));
  const timer = setTimeout(() => ended.reject(new Error(`no result in ${timeLimit / 1000} s`)), timeLimit);
  cleanUp.push(async () => clearTimeout(timer));
  await listenToSuite(page, ended.resolve);
  const remote = (file: string) => `vscode-remote://${server.authority}${file}`;
  const payload: [string, string][] = [
    ["skipWelcome", "true"],
    ...launch.extensions.map((folder): [string, string] => ["extensionDevelopmentPath", remote(folder)]),
    ["extensionTestsPath", remote(launch.tests)],
  ];
  await page.goto(server.address(launch.workspace, payload));
  return ended.promise;
}

/** The workbench calls these two functions of the page when a suite runs in its extension host. */
async function listenToSuite(page: Page, onExit: (code: number) => void): Promise<void> {
  await page.exposeFunction("codeAutomationExit", (code: number) => onExit(code));
  await page.exposeFunction("codeAutomationLog", (_level: string, parts: unknown[]) => {
    if (!workbenchLine.test(String(parts[0]))) console.log(...parts);
  });
}

const root = mkdtempSync(path.join(os.tmpdir(), "atomic-suite-"));
const steps: (() => Promise<void>)[] = [];
async function cleanUp(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
try {
  process.exitCode = await runSuite(readLaunch(process.argv.slice(2)), root, steps);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
