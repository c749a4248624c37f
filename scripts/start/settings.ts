import { type Profile, quietSettings, writeSettings } from "../vscode-server.ts";
import { demoArguments } from "./demo-model.ts";

/** Settings of the profile that `npm start` uses; without a real model, the demo model is chosen. */
export async function writeStartSettings(profile: Profile, workspace: string): Promise<void> {
  const settings = { ...quietSettings, "git.openRepositoryInParentFolders": "never" };
  writeSettings(profile, settings, { "atomic.server.args": await demoArguments(workspace) });
}
