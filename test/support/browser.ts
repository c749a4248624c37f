/** The Chromium that panel and workbench tests run in: found on this machine, or installed where that is simple. */
import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";

const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
  "msedge",
];

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/lib/chromium/chromium",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** The path of a browser on this machine, or undefined. Throws when CHROMIUM names a file that cannot be run. */
export function findBrowser(): string | undefined {
  const chosen = process.env.CHROMIUM;
  if (chosen) {
    if (!canRun(chosen)) throw new Error(`CHROMIUM is ${chosen}, which is not a file that can be run`);
    return chosen;
  }
  const suffix = process.platform === "win32" ? ".exe" : "";
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name + suffix)));
  return [...onPath, ...usualPlaces].find(canRun);
}

/**
 * The path of a browser, installing Debian's chromium when there is none and this is root on Debian.
 * Throws with what to do otherwise.
 */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  if (!canInstall())
    throw new Error("No Chromium or Chrome was found. Install one, or set CHROMIUM to the path of its executable.");
  console.log("No browser was found: installing Debian's chromium (about 110 MB to download)");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["update", "-qq"], { env, stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const installed = findBrowser();
  if (!installed) throw new Error("Debian's chromium was installed, but its executable was not found.");
  return installed;
}

/** Starts a browser without a window and without traffic of its own; the caller closes it. */
export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const { args = [], ...rest } = options;
  return chromium.launch({
    executablePath: ensureBrowser(),
    // They take room, as they do where people work.
    ignoreDefaultArgs: ["--hide-scrollbars"],
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-dev-shm-usage",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...args,
    ],
    ...rest,
  });
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether this is root on Debian itself: elsewhere the package of that name may be a snap, or absent. */
function canInstall(): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  return /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}
