/**
 * VS Code's own server and workbench, from the npm package code-server: real VS Code in a browser where there is
 * no desktop one. Fetched once into the user's cache folder. It is no dependency of the project: it is large, and
 * its install scripts compile native modules that nothing here needs.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export const codeServerVersion = "4.139.1";

/** Parts of the workbench that only its built-in chat uses: 190 MB. */
const unused = ["node_modules/@github", "node_modules/@microsoft/mxc-sdk"];

/**
 * The folder of VS Code's server (`out/server-main.js` in it runs on Node 24), fetched when it is not in the cache.
 * Several processes may call this at once: a half-fetched folder is never seen. Throws what npm said when it fails.
 */
export function ensureCodeServer(): string {
  const home = path.join(cacheFolder(), codeServerVersion);
  const vscode = path.join(home, "node_modules/code-server/lib/vscode");
  if (existsSync(home)) return vscode;
  mkdirSync(path.dirname(home), { recursive: true });
  console.log(
    `Fetching VS Code for the browser (code-server ${codeServerVersion}: 200 MB to download, 430 MB on disk) into ${home}`,
  );
  removeLeftovers(home);
  const temporary = mkdtempSync(`${home}.`);
  try {
    fetchInto(temporary);
    publish(temporary, home);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return vscode;
}

/** Removes what interrupted fetches left behind; one younger than an hour may still be under way. */
function removeLeftovers(home: string): void {
  const folder = path.dirname(home);
  for (const name of readdirSync(folder)) {
    const place = path.join(folder, name);
    if (place.startsWith(`${home}.`) && Date.now() - statSync(place).mtimeMs > 3_600_000)
      rmSync(place, { recursive: true, force: true });
  }
}

function cacheFolder(): string {
  return path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache"), "atomic-vscode");
}

function fetchInto(folder: string): void {
  writeFileSync(path.join(folder, "package.json"), '{"private":true}');
  npmInstall(folder, `code-server@${codeServerVersion}`);
  const vscode = path.join(folder, "node_modules/code-server/lib/vscode");
  // `npm ci` refuses the lock file that comes with it: it lacks an entry.
  npmInstall(vscode, "--omit=dev");
  // TypeScript for the built-in extensions: opening a .ts file complains without it.
  npmInstall(path.join(vscode, "extensions"), "--omit=dev");
  for (const place of unused) rmSync(path.join(vscode, place), { recursive: true, force: true });
  standIn(vscode, "@vscode/native-watchdog", watchdog);
  standIn(vscode, "@vscode/spdlog", logger);
}

function npmInstall(folder: string, ...args: string[]): void {
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...args], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
}

/** A rename fails when another process was quicker; its folder is as good. */
function publish(temporary: string, home: string): void {
  try {
    renameSync(temporary, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
  }
}

/** Puts a small script in the place of a native module that was not compiled. */
function standIn(vscode: string, name: string, script: string): void {
  writeFileSync(path.join(vscode, "node_modules", name, "index.js"), script);
}

/** The extension host polls its parent by itself as well. */
const watchdog = "exports.start = () => {};\nexports.exit = () => {};\n";

/** Log files, which the Output view reads: without this module it stays empty. */
const logger = `const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

const levels = ["trace", "debug", "info", "warning", "error", "critical"];
const methods = ["trace", "debug", "info", "warn", "error", "critical"];

class Logger {
  #file;
  #level = 0;
  #bare = false;
  constructor(_kind, _name, file) { this.#file = file; }
  getLevel() { return this.#level; }
  setLevel(level) { this.#level = level; }
  clearFormatters() { this.#bare = true; }
  setPattern() {}
  flush() {}
  drop() {}
  write(level, message) {
    if (level < this.#level) return;
    const time = new Date().toISOString().slice(0, -1).replace("T", " ");
    appendFileSync(this.#file, this.#bare ? message : time + " [" + levels[level] + "] " + message + "\\n");
  }
}
methods.forEach((method, level) => {
  Logger.prototype[method] = function (message) { this.write(level, message); };
});

async function create(name, file) {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger("", name, file);
}

// One assignment each: an import of a CommonJS module sees only names that are assigned so.
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
`;

if (import.meta.main) console.log(ensureCodeServer());
