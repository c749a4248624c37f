/**
 * Runs test/vscode/api in the extension host of a real VS Code, by @vscode/test-electron: VS Code in the browser, or
 * with VSCODE_EXECUTABLE a desktop one (`download` fetches it).
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { runTests } from "@vscode/test-electron";
import { listFiles } from "@vscode/vsce";
import { build } from "esbuild";
import { AgentFolder } from "../support/agent-folder.ts";
import { repository } from "../support/built-server.ts";
import { ScriptedEndpoint } from "../support/endpoint.ts";

const suite = path.join(repository, "out/test/api");
const shim = path.join(import.meta.dirname, "code-shim.ts");

/** How many tests passed and failed; a suite that did not come to its end counts as one failure. */
export async function runApiTests(): Promise<{ passed: number; failed: number }> {
  await bundleSuite();
  const root = mkdtempSync(path.join(os.tmpdir(), "atomic-api-"));
  const endpoint = await ScriptedEndpoint.start();
  const agent = new AgentFolder({
    baseUrl: endpoint.baseUrl,
    workspace: { "hello.txt": "hello from the workspace\n" },
  });
  const resultFile = path.join(root, "result.json");
  const executable = process.env.VSCODE_EXECUTABLE ?? shim;
  try {
    await runTests({
      ...(executable === "download" ? {} : { vscodeExecutablePath: executable }),
      extensionDevelopmentPath: await copyOfPackage(path.join(root, "extension")),
      extensionTestsPath: path.join(suite, "index.cjs"),
      extensionTestsEnv: { ...onlyEnv(agent.env()), SUITE_RESULT: resultFile, XDG_CACHE_HOME: cacheHome() },
      launchArgs: [agent.workspace, `--user-data-dir=${root}/user-data`, `--extensions-dir=${root}/extensions`],
    });
  } catch (error) {
    console.error(String(error));
  } finally {
    await endpoint.stop();
  }
  const result = existsSync(resultFile)
    ? (JSON.parse(readFileSync(resultFile, "utf8")) as { passed: number; failed: number })
    : { passed: 0, failed: 1 };
  agent.remove();
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  return result;
}

/** The extension host loads CommonJS, whatever VS Code's Node can strip. */
async function bundleSuite(): Promise<void> {
  rmSync(suite, { recursive: true, force: true });
  await build({
    absWorkingDir: repository,
    entryPoints: ["test/vscode/api/*.ts"],
    outdir: suite,
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

/** The files of the package and nothing else, so that a file missing from it is missed here. */
async function copyOfPackage(folder: string): Promise<string> {
  for (const file of await listFiles({ cwd: repository })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(repository, file), path.join(folder, file));
  }
  return folder;
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

if (import.meta.main) {
  const { passed, failed } = await runApiTests();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
