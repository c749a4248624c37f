/** VS Code in other circumstances than the window that most tests share: each file, or test, has one of its own. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test as base } from "vitest";
import { AgentFolder, type AgentFolderOptions } from "../../support/agent-folder.ts";
import { repository } from "../../support/built-server.ts";
import { ScriptedEndpoint } from "../../support/endpoint.ts";
import { type AppOptions, startApp } from "../../support/vscode-app.ts";
import { Atomic } from "./atomic.ts";

export interface WorldOptions extends Pick<AppOptions, "workspaceTrust"> {
  settings?(folder: AgentFolder): Record<string, unknown>;
  agent?: Omit<AgentFolderOptions, "baseUrl">;
  /** No provider is configured. */
  withoutModel?: boolean;
  /** Folders opened beside the first, by name, with their files. */
  folders?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Variables of VS Code, made when the folders are there. */
  env?(folder: AgentFolder): Record<string, string>;
}

export interface World {
  atomic: Atomic;
  /** Ends VS Code and removes all that it was given. */
  close(): Promise<void>;
}

/** Starts such a VS Code; resolves when the extension has been activated. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const endpoint = await ScriptedEndpoint.start();
  const folder = new AgentFolder({
    workspace: { "hello.txt": "hello\n" },
    ...options.agent,
    ...(options.withoutModel ? {} : { baseUrl: endpoint.baseUrl }),
  });
  const clear = async () => {
    await endpoint.stop();
    folder.remove();
  };
  const { workspaceTrust } = options;
  const settings = options.settings?.(folder);
  try {
    const app = await startApp({
      workspace: options.folders ? severalFolders(folder, options.folders) : folder.workspace,
      extensions: [path.join(repository, "out/atomic.vsix")],
      env: folder.env(options.env?.(folder)),
      ...(settings ? { settings } : {}),
      ...(workspaceTrust ? { workspaceTrust } : {}),
    });
    const atomic = new Atomic(app, endpoint, folder);
    const close = async () => {
      await app.stop();
      await clear();
    };
    await atomic.status.waitFor().catch(async (error: unknown) => {
      await atomic.record("a world that did not open");
      await close();
      throw error;
    });
    return { atomic, close };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** Writes the folders and the workspace file that opens them all. */
function severalFolders(folder: AgentFolder, others: NonNullable<WorldOptions["folders"]>): string {
  for (const [name, files] of Object.entries(others)) {
    mkdirSync(path.join(folder.root, name));
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder.root, name, file), text);
  }
  const paths = [path.basename(folder.workspace), ...Object.keys(others)];
  const file = path.join(folder.root, "several.code-workspace");
  writeFileSync(file, JSON.stringify({ folders: paths.map((name) => ({ path: name })) }));
  return file;
}

/** Tests of one file that share such a VS Code, as their fixture `atomic`. */
export function worldTest(options: WorldOptions) {
  return (
    base
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs.
      .extend("atomic", { scope: "file" }, async ({}, { onCleanup }) => {
        const { atomic, close } = await openWorld(options);
        onCleanup(close);
        return atomic;
      })
      .extend("picture", { auto: true }, async ({ atomic, task, onTestFailed }) => {
        onTestFailed(() => atomic.record(task.name));
        return task.name;
      })
  );
}
