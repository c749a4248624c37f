/** `npm start` where there is no desktop VS Code: VS Code in the browser, with the packaged extension installed. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ensureCodeServer } from "../code-server.ts";
import { buildIfStale } from "../stale.ts";
import { installExtensions, type Profile, profileIn, startVSCodeServer } from "../vscode-server.ts";
import { quietly } from "./quietly.ts";
import { writeStartSettings } from "./settings.ts";
import { startFolder } from "./workspace.ts";

/** Starts it, prints the address and gives what ends it; `onClosed` is called when it ends by itself. */
export async function startInBrowser(
  workspace: string,
  port: number,
  onClosed: () => void,
): Promise<() => Promise<void>> {
  const vscode = ensureCodeServer();
  const profile = profileIn(path.join(startFolder, "profile"));
  await installAtomic(vscode, profile);
  await writeStartSettings(profile, workspace);
  const server = await startVSCodeServer({ vscode, profile, port });
  void server.ended.then(onClosed);
  console.log(`\nAtomic is open in VS Code at\n\n    ${server.address(workspace)}\n`);
  console.log(`Workspace: ${workspace}\nCtrl+C ends it.`);
  return () => server.stop();
}

/** Packages and installs Atomic, and the little extension that opens its chat, when they are not those of last time. */
async function installAtomic(vscode: string, profile: Profile): Promise<void> {
  const changed = buildIfStale();
  const file = path.resolve(import.meta.dirname, "../../out/atomic.vsix");
  if (changed || !existsSync(file)) {
    const { packageExtension } = await import("../package.ts");
    await quietly(packageExtension);
  }
  const stamp = path.join(startFolder, "installed.stamp");
  const current = `${statSync(file).mtimeMs}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === current) return;
  const { createVSIX } = await import("@vscode/vsce");
  const opener = path.join(startFolder, "opener.vsix");
  await quietly(() =>
    createVSIX({
      cwd: path.join(import.meta.dirname, "opener"),
      packagePath: opener,
      dependencies: false,
      allowMissingRepository: true,
      allowStarActivation: true,
      skipLicense: true,
    }),
  );
  installExtensions(vscode, profile, [file, opener]);
  writeFileSync(stamp, current);
}
