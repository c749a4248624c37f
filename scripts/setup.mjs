/**
 * Makes a fresh clone ready, then runs a script on the project's own Node:
 *
 *     node scripts/setup.mjs [script.ts] [arguments…]
 *
 * Plain JavaScript on purpose: it runs on Node 20 before anything is installed. It installs the packages of
 * package-lock.json when they are not there (or not those), without their install scripts, and has npm place the
 * Node of the `node` package, which everything else runs on.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const modules = path.join(root, "node_modules");
const bin = path.join(modules, ".bin");
const node = path.join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");

if (!packagesAreThere()) {
  say("Installing npm packages from package-lock.json (about 850 MB in node_modules, a minute or so)");
  npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
}
if (nodeVersion() !== wantedNode()) {
  say(`Installing Node ${wantedNode()} into node_modules`);
  npm("rebuild", "node", "--loglevel=error");
  if (nodeVersion() !== wantedNode()) fail(`${node} is not Node ${wantedNode()}. Remove node_modules and try again.`);
}
run(process.argv[2], process.argv.slice(3));

/** Whether node_modules holds the versions of package-lock.json; npm notes there what it installed. */
function packagesAreThere() {
  const installed = packagesOf(path.join(modules, ".package-lock.json"));
  if (!installed) return false;
  return Object.entries(packagesOf(path.join(root, "package-lock.json")) ?? {}).every(
    ([place, { version, optional }]) =>
      place === "" || installed[place]?.version === version || (optional && !installed[place]),
  );
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }> | undefined} */
function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : undefined;
}

function wantedNode() {
  return JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).devDependencies.node;
}

/** The version of the Node in node_modules, or undefined when it is missing or does not run. */
function nodeVersion() {
  if (!existsSync(node)) return undefined;
  if (process.versions.node === wantedNode() && process.execPath.startsWith(modules)) return process.versions.node;
  try {
    return execFileSync(node, ["-p", "process.versions.node"], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

/** @param {string[]} args */
function npm(...args) {
  try {
    execFileSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  } catch (error) {
    fail(`npm ${args[0]} failed: ${error.message}`);
  }
}

/** Runs a script on the project's own Node, in a child that gets this process's signals. */
function run(script, args) {
  if (!script) return;
  const env = { ...process.env, PATH: bin + path.delimiter + process.env.PATH };
  const child = spawn(node, [path.resolve(root, script), ...args], { stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}

/** @param {string} text */
function say(text) {
  console.log(`setup: ${text}`);
}

/** @param {string} text @returns {never} */
function fail(text) {
  console.error(`setup: ${text}`);
  process.exit(1);
}
