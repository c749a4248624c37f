/**
 * `npm test`: everything, in order, on a clean checkout. Names of stages as arguments run only these:
 * `npm test -- unit protocol`. The last line is `N passed, N failed`; the exit code is 1 when anything failed.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureBrowser } from "../test/support/browser.ts";
import { ensureCodeServer } from "./code-server.ts";

const root = path.resolve(import.meta.dirname, "..");
const results = mkdtempSync(path.join(os.tmpdir(), "atomic-results-"));

interface Count {
  passed: number;
  failed: number;
  /** Tests that failed once and then passed. */
  retried?: string[];
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

/** In the order they run; what comes later needs what comes before. */
const stages: Record<string, () => Promise<Count>> = {
  build: () => check("scripts/build.ts"),
  lint: () => check("node_modules/@biomejs/biome/bin/biome", "check", "."),
  types: () => check("node_modules/typescript/bin/tsc", "-p", "."),
  reference: () => check("scripts/reference.ts", "--check"),
  unit: () => vitest("unit"),
  protocol: () => vitest("protocol"),
  panel: () => vitest("panel"),
  package: () => check("scripts/package.ts"),
  "vscode-api": () => counted("test/vscode/run-api.ts"),
  "vscode-ui": () => vitest("vscode"),
};

/** Runs a script on this Node; gives its exit code. */
function run(...args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** A script that passes or fails as a whole. */
async function check(...args: string[]): Promise<Count> {
  const failed = (await run(...args)) === 0 ? 0 : 1;
  return { passed: 1 - failed, failed };
}

/** A script that writes its counts to the file named by its last argument. */
async function counted(script: string): Promise<Count> {
  const file = path.join(results, "counted.json");
  const code = await run(script, file);
  return atLeastOneFailure(read<Count>(file), code);
}

/** A project of vitest.config.ts. A file that cannot be loaded counts as one failed test. */
async function vitest(project: string): Promise<Count> {
  const file = path.join(results, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run("node_modules/vitest/vitest.mjs", "run", "--project", project, ...reporters);
  const report = read<Report>(file);
  if (!report) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter((each) => each.status === "failed" && each.assertionResults.length === 0);
  const retried = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === "passed" && (failureMessages?.length ?? 0) > 0)
    .map(({ fullName, failureMessages }) => `${fullName}\n  first: ${failureMessages?.[0]?.split("\n")[0]}`);
  const counts = { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
  return { ...atLeastOneFailure(counts, code), retried };
}

function read<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return undefined;
  }
}

/** A run that ended badly for another reason than a test's (an error outside tests, a crash) has failed too. */
function atLeastOneFailure(count: Count | undefined, code: number): Count {
  const { passed, failed } = count ?? { passed: 0, failed: 1 };
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** What tests need from outside, fetched before the first stage so that no test waits for it. */
function prepare(names: string[]): void {
  if (names.some((name) => name === "panel" || name.startsWith("vscode"))) ensureBrowser();
  if (names.some((name) => name.startsWith("vscode")) && !process.env.VSCODE_EXECUTABLE) ensureCodeServer();
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in stages));
if (unknown.length > 0) {
  console.error(`No stage is called ${unknown.join(", ")}. Stages: ${Object.keys(stages).join(", ")}`);
  process.exit(2);
}
const chosen = Object.entries(stages).filter(([name]) => wanted.length === 0 || wanted.includes(name));
prepare(chosen.map(([name]) => name));
const total: Count = { passed: 0, failed: 0 };
const lines: string[] = [];
const secondTries: string[] = [];
for (const [name, stage] of chosen) {
  console.log(`\n── ${name}`);
  const start = Date.now();
  const { passed, failed, retried = [] } = await stage();
  total.passed += passed;
  total.failed += failed;
  secondTries.push(...retried.map((test) => `Passed at the second try (${name}): ${test}`));
  const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`;
  lines.push(
    `${name.padEnd(12)} ${`${passed} passed`.padStart(12)} ${`${failed} failed`.padStart(10)} ${seconds.padStart(9)}`,
  );
}
rmSync(results, { recursive: true, force: true });
console.log(`\n${[...lines, ...secondTries].join("\n")}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
