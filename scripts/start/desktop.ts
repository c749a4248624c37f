/** `npm start` in a desktop VS Code: a window of its own, with the extension from this folder. */
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { buildIfStale } from "../stale.ts";
import { endGroup, profileIn } from "../vscode-server.ts";
import { writeStartSettings } from "./settings.ts";
import { startFolder } from "./workspace.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The `code` command, when it is on the PATH and windows can be shown. */
export function findDesktop(): string | undefined {
  const shown = process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!shown) return undefined;
  const name = process.platform === "win32" ? "code.cmd" : "code";
  const places = (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, name));
  return places.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Opens the window and gives what ends it; `onClosed` is called when the person closes it. */
export async function startDesktop(
  code: string,
  workspace: string,
  onClosed: () => void,
): Promise<() => Promise<void>> {
  buildIfStale();
  const profile = profileIn(path.join(startFolder, "desktop-profile"));
  await writeStartSettings(profile, workspace);
  const args = [
    ...[workspace, "--new-window", `--user-data-dir=${profile.userData}`, `--extensions-dir=${profile.extensions}`],
    ...[`--extensionDevelopmentPath=${root}`],
    ...[`--extensionDevelopmentPath=${path.join(import.meta.dirname, "opener")}`],
    ...["--disable-workspace-trust", "--skip-welcome", "--skip-release-notes", "--disable-telemetry"],
    // Keeps the window in this process group, so that it ends with it.
    "--verbose",
  ];
  const child = spawn(code, args, { stdio: "ignore", detached: true, shell: process.platform === "win32" });
  child.once("error", (error) => console.error(`${code}: ${error.message}`));
  child.once("close", onClosed);
  console.log(`Atomic is open in VS Code (${code})\nWorkspace: ${workspace}\nCtrl+C ends it.`);
  return () => endGroup(child);
}
