/** Starts and stops VS Code's server, the one behind VS Code in the browser. Everything stays on 127.0.0.1. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Where a server keeps its things; the folders are made when missing. */
export interface Profile {
  /** Server state. */
  root: string;
  userData: string;
  extensions: string;
}

export interface VSCodeServer {
  /** `127.0.0.1:<port>` */
  authority: string;
  pid: number;
  /** The address of the workbench; `payload` are entries the workbench reads from its URL. */
  address(workspace: string, payload?: [string, string][]): string;
  /** What the server wrote so far. */
  log(): string;
  /** Resolves when the server has ended, whoever ended it. */
  ended: Promise<void>;
  /** Ends the server and everything it started. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** VS Code's server folder, see code-server.ts. */
  vscode: string;
  profile: Profile;
  /** 0, the default, takes a free one. */
  port?: number;
  /** For the server, the extension host and all it starts. */
  env?: NodeJS.ProcessEnv;
  /** Takes extensions under development and a test suite from the URL; notifications then show in their centre only. */
  testDriver?: boolean;
  /** Folders are not trusted until the person says so; else every folder is. */
  workspaceTrust?: boolean;
  onOutput?(text: string): void;
}

/** Settings that keep a fresh profile quiet: no welcome pages, no telemetry, no chat of its own, no updates. */
export const quietSettings: Record<string, unknown> = {
  "telemetry.telemetryLevel": "off",
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.disableAIFeatures": true,
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "window.menuBarVisibility": "classic",
};

/** The profile folders under `root`. */
export function profileIn(root: string): Profile {
  return { root, userData: path.join(root, "user-data"), extensions: path.join(root, "extensions") };
}

/**
 * Writes settings of the person and of the machine: VS Code's server reads those of machine scope from the latter only.
 * What a person changed stays, but for the values of `always`.
 */
export function writeSettings(
  profile: Profile,
  settings: Record<string, unknown>,
  always: Record<string, unknown> = {},
): void {
  for (const kind of ["User", "Machine"]) {
    const file = path.join(profile.userData, kind, "settings.json");
    const own = readSettings(file);
    if (!own) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...settings, ...own, ...always }, null, 2));
  }
}

/** Undefined when a person wrote comments into it: then it is left alone. */
function readSettings(file: string): object | undefined {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, "utf8")) as object;
  } catch {
    return undefined;
  }
}

/** Installs packaged extensions into the profile, in place of older ones. Throws what the installer said. */
export function installExtensions(vscode: string, profile: Profile, files: string[]): void {
  // Without anything to install it would start a server, which never returns.
  if (files.length === 0) return;
  const install = files.flatMap((file) => ["--install-extension", file]);
  execFileSync(process.execPath, [...baseArgs(vscode, profile), ...install, "--force"], {
    env: serverEnv(profile, profile.root),
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** Starts the server; resolves when it listens. Rejects with its output when it ends before. */
export async function startVSCodeServer(options: ServerOptions): Promise<VSCodeServer> {
  const { vscode, profile } = options;
  const token = randomUUID();
  const args = [
    ...baseArgs(vscode, profile),
    ...["--host", "127.0.0.1", "--port", String(options.port ?? 0), "--connection-token", token],
    ...["--accept-server-license-terms", "--disable-telemetry", "--telemetry-level", "off", "--disable-experiments"],
    ...["--disable-update-check", "--disable-getting-started-override"],
    ...(options.workspaceTrust ? [] : ["--disable-workspace-trust"]),
    ...(options.testDriver ? ["--enable-smoke-test-driver"] : []),
  ];
  // A short path: a socket's may have a hundred characters only.
  const sockets = mkdtempSync(path.join(os.tmpdir(), "atomic-"));
  const child = spawn(process.execPath, args, {
    env: serverEnv(profile, sockets, options.env),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  const onData = (data: Buffer) => {
    output += data;
    options.onOutput?.(String(data));
  };
  child.stdout?.on("data", onData);
  child.stderr?.on("data", onData);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  // A process of ours that dies of an error takes the server with it.
  const killAtExit = () => signalGroup(child, "SIGKILL");
  process.once("exit", killAtExit);
  const stop = async () => {
    await endGroup(child);
    process.off("exit", killAtExit);
    rmSync(sockets, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const authority = await listening(child, () => output);
    return {
      authority,
      pid: child.pid ?? 0,
      address: (workspace, payload = []) => addressOf(authority, token, workspace, payload),
      log: () => output,
      ended,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends a detached child and its whole process group, with force after 5 s. */
export async function endGroup(child: ChildProcess): Promise<void> {
  const running = child.exitCode === null && child.signalCode === null && child.pid !== undefined;
  signalGroup(child, "SIGTERM");
  if (running) {
    const force = setTimeout(signalGroup, 5000, child, "SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    clearTimeout(force);
  }
  // The server leaves at once, its extension host and file watcher take some seconds.
  signalGroup(child, "SIGKILL");
}

function signalGroup(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, name);
  } catch {
    // The group is gone.
  }
}

function addressOf(authority: string, token: string, workspace: string, payload: [string, string][]): string {
  const kind = workspace.endsWith(".code-workspace") ? "workspace" : "folder";
  const query = new URLSearchParams({ tkn: token, [kind]: workspace });
  if (payload.length > 0) query.set("payload", JSON.stringify(payload));
  return `http://${authority}/?${query}`;
}

function baseArgs(vscode: string, profile: Profile): string[] {
  return [
    path.join(vscode, "out/server-main.js"),
    ...["--server-data-dir", path.join(profile.root, "server-data")],
    ...["--user-data-dir", profile.userData, "--extensions-dir", profile.extensions],
  ];
}

/** No extension gallery; `sockets` is where the server's sockets go, which it does not always remove. */
function serverEnv(profile: Profile, sockets: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  for (const folder of [profile.root, profile.userData, profile.extensions]) mkdirSync(folder, { recursive: true });
  return { ...env, EXTENSIONS_GALLERY: "{}", XDG_RUNTIME_DIR: sockets };
}

function listening(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const bound = /Server bound to (127\.0\.0\.1:\d+)[\s\S]*Extension host agent listening/.exec(output());
      if (bound?.[1]) resolve(bound[1]);
    };
    child.stdout?.on("data", look);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`VS Code's server ended with code ${code}\n${output()}`)));
  });
}
