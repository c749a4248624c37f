/**
 * Runs code of ours in the extension host of a real VS Code, by @vscode/test-electron: VS Code in the browser, or with
 * VSCODE_EXECUTABLE a desktop one (`download` fetches it).
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { runTests } from "@vscode/test-electron";
import { listFiles, PackageManager } from "@vscode/vsce";
import { build } from "esbuild";
import type { AgentFolder } from "./agent-folder.ts";
import { repository } from "./built-server.ts";

const shim = path.join(repository, "test/vscode/code-shim.ts");

export interface HostRun {
  /** A CommonJS module with `run()`, which writes JSON to the file that `RESULT_FILE` names. */
  module: string;
  /** Gives VS Code's environment and the folder to open. */
  agent: AgentFolder;
  /** Changes the manifest of the extension under test. */
  editManifest?(manifest: Record<string, unknown>): void;
  env?: Record<string, string>;
}

/** What the module wrote, or undefined when it did not come to that. */
export async function runInExtensionHost<T>(options: HostRun): Promise<T | undefined> {
  const root = mkdtempSync(path.join(os.tmpdir(), "atomic-host-"));
  const resultFile = path.join(root, "result.json");
  const executable = process.env.VSCODE_EXECUTABLE ?? shim;
  const { agent } = options;
  const env = { ...agent.env(options.env), RESULT_FILE: resultFile, XDG_CACHE_HOME: cacheHome() };
  try {
    const extension = await copyOfPackage(path.join(root, "extension"));
    if (options.editManifest) editJson(path.join(extension, "package.json"), options.editManifest);
    await runTests({
      ...(executable === "download" ? {} : { vscodeExecutablePath: executable }),
      extensionDevelopmentPath: extension,
      extensionTestsPath: options.module,
      extensionTestsEnv: onlyEnv(env),
      launchArgs: [agent.workspace, `--user-data-dir=${root}/user-data`, `--extensions-dir=${root}/extensions`],
    });
  } catch (error) {
    console.error(String(error));
  }
  const result = existsSync(resultFile) ? (JSON.parse(readFileSync(resultFile, "utf8")) as T) : undefined;
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  return result;
}

/** Bundles modules for the extension host, which loads CommonJS whatever VS Code's Node can strip. */
export async function bundleForHost(entryPoints: string, outdir: string): Promise<void> {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: repository,
    entryPoints: [entryPoints],
    outdir,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node22",
    external: ["vscode", "mocha"],
    sourcemap: "inline",
    logLevel: "warning",
  });
}

/** The files of the package and nothing else, so that a file missing from it is missed in the test. */
async function copyOfPackage(folder: string): Promise<string> {
  for (const file of await listFiles({ cwd: repository, packageManager: PackageManager.None })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(repository, file), path.join(folder, file));
  }
  return folder;
}

function editJson(file: string, edit: (value: Record<string, unknown>) => void): void {
  const value = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  edit(value);
  writeFileSync(file, JSON.stringify(value));
}

/** `env` with everything else of this process's environment taken away. */
function onlyEnv(env: Record<string, string>): NodeJS.ProcessEnv {
  const others = Object.keys(process.env).filter((name) => !(name in env));
  return { ...Object.fromEntries(others.map((name) => [name, undefined])), ...env };
}

/** VS Code in the browser is looked up in the person's own cache, though HOME is another in the tests. */
function cacheHome(): string {
  return process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
}
