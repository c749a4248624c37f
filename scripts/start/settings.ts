import { quietSettings } from "../vscode-server.ts";

/** Settings of the profile that `npm start` uses; what a person changes in it stays. */
export function startSettings(): Record<string, unknown> {
  return { ...quietSettings, "git.openRepositoryInParentFolders": "never" };
}
