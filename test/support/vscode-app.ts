/**
 * A running VS Code with a window that tests drive: VS Code in the browser (fetched from npm), or a desktop one when
 * VSCODE_EXECUTABLE names its executable or is `download`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { downloadAndUnzipVSCode } from "@vscode/test-electron";
import { _electron, type Page } from "playwright-core";
import { ensureCodeServer } from "../../scripts/code-server.ts";
import {
  installExtensions,
  type Profile,
  profileIn,
  quietSettings,
  startVSCodeServer,
  writeSettings,
} from "../../scripts/vscode-server.ts";
import { launchBrowser } from "./browser.ts";

export interface AppOptions {
  /** The folder, or the .code-workspace file, to open. */
  workspace: string;
  /** Packaged extensions to install. */
  extensions: string[];
  /** For VS Code and everything it starts. */
  env: Record<string, string>;
  settings?: Record<string, unknown>;
  /** Folders are not trusted until a person says so. */
  workspaceTrust?: boolean;
}

export interface App {
  page: Page;
  /** Where VS Code keeps settings, state and extensions. */
  profile: Profile;
  /** The process that everything in VS Code descends from, the browser window excepted. */
  pid: number;
  /** What VS Code's processes wrote, for the message of a failed test. */
  log(): string;
  stop(): Promise<void>;
}

/** What VS Code is without its parts that `startApp` adds. */
type Started = Omit<App, "profile">;

/** Trust is asked for by what is not trusted, not by a dialog at the start. */
const trustSettings = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
};

/** Starts VS Code with a profile of its own; resolves when its window is drawn. The caller stops it. */
export async function startApp(options: AppOptions): Promise<App> {
  const root = mkdtempSync(path.join(os.tmpdir(), "atomic-app-"));
  const profile = profileIn(root);
  mkdirSync(profile.extensions, { recursive: true });
  writeSettings(profile, {
    ...quietSettings,
    "workbench.reduceMotion": "on",
    "git.enabled": false,
    // In a browser VS Code saves by itself, on a desktop it does not.
    "files.autoSave": "off",
    ...(options.workspaceTrust ? trustSettings : {}),
    ...options.settings,
  });
  const desktop = process.env.VSCODE_EXECUTABLE;
  const app = desktop ? await startDesktop(desktop, profile, options) : await startInBrowser(profile, options);
  const stop = async () => {
    await app.stop();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    app.page.setDefaultTimeout(45_000);
    await app.page.locator(".monaco-workbench").waitFor();
    return { ...app, profile, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startInBrowser(profile: Profile, options: AppOptions): Promise<Started> {
  const vscode = ensureCodeServer();
  installExtensions(vscode, profile, options.extensions);
  const server = await startVSCodeServer({
    vscode,
    profile,
    env: options.env,
    ...(options.workspaceTrust ? { workspaceTrust: true } : {}),
  });
  const browser = await launchBrowser().catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    // VS Code's clipboard is the browser's here.
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.goto(server.address(options.workspace));
  return {
    page,
    pid: server.pid,
    log: () => server.log(),
    stop: async () => {
      await browser.close();
      await server.stop();
    },
  };
}

async function startDesktop(chosen: string, profile: Profile, options: AppOptions): Promise<Started> {
  const executablePath = chosen === "download" ? await downloadAndUnzipVSCode() : chosen;
  const folders = [`--user-data-dir=${profile.userData}`, `--extensions-dir=${profile.extensions}`];
  const install = options.extensions.flatMap((file) => ["--install-extension", file]);
  execFileSync(executablePath, [...folders, ...install, "--no-sandbox"], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: undefined },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const app = await _electron.launch({
    executablePath,
    args: [
      ...[options.workspace, ...folders, "--no-sandbox", "--disable-gpu-sandbox", "--skip-welcome"],
      ...["--skip-release-notes", "--disable-telemetry", "--disable-updates"],
      ...(options.workspaceTrust ? [] : ["--disable-workspace-trust"]),
    ],
    env: options.env,
  });
  let output = "";
  app.process().stderr?.on("data", (data: Buffer) => {
    output += data;
  });
  const pid = app.process().pid ?? 0;
  return { page: await app.firstWindow(), pid, log: () => output, stop: () => app.close() };
}
