import path from "node:path";
import * as vscode from "vscode";
import { ignoredByGit } from "./git-ignored.ts";
import { PathIndex } from "./path-index.ts";

const MAX_FILES = 200_000;
/** Not looked for anew more often than this, in ms, however much changes on disk. */
const REFRESH_MS = 2000;

/**
 * The files of one folder, as VS Code's search would look through them. Listed on first use; what is created or
 * deleted makes the list stale, and it is listed anew behind the next question, which the old list still answers.
 */
export class FolderFiles implements vscode.Disposable {
  readonly #folder: vscode.Uri;
  readonly #watcher: vscode.FileSystemWatcher;
  #index: PathIndex | undefined;
  #listing: Promise<PathIndex> | undefined;
  #stale = false;
  #listedAt = 0;

  constructor(folder: string) {
    this.#folder = vscode.Uri.file(folder);
    this.#watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(this.#folder, "**"),
      false,
      true,
    );
    const changed = (uri: vscode.Uri) => {
      if (!uri.path.includes("/.git/")) this.#stale = true;
    };
    this.#watcher.onDidCreate(changed);
    this.#watcher.onDidDelete(changed);
  }

  dispose(): void {
    this.#watcher.dispose();
  }

  async index(): Promise<PathIndex> {
    if (!this.#index) return this.#list();
    if (this.#stale && Date.now() - this.#listedAt > REFRESH_MS) void this.#list();
    return this.#index;
  }

  #list(): Promise<PathIndex> {
    this.#listing ??= this.#find().finally(() => {
      this.#listing = undefined;
    });
    return this.#listing;
  }

  async #find(): Promise<PathIndex> {
    this.#stale = false;
    const pattern = new vscode.RelativePattern(this.#folder, "**/*");
    const uris = await vscode.workspace.findFiles(pattern, excluded(this.#folder), MAX_FILES);
    const root = this.#folder.fsPath;
    const files = uris.map((uri) => path.relative(root, uri.fsPath).split(path.sep).join("/"));
    const useGit = vscode.workspace.getConfiguration("search", this.#folder).get<boolean>("useIgnoreFiles", true);
    const ignored = useGit && vscode.workspace.isTrusted ? await ignoredByGit(root, files) : new Set<string>();
    this.#index = new PathIndex(files.filter((file) => !ignored.has(file)));
    this.#listedAt = Date.now();
    return this.#index;
  }
}

/** What VS Code's search leaves out; `files.exclude` applies by itself. */
function excluded(folder: vscode.Uri): string {
  const rules = vscode.workspace.getConfiguration("search", folder).get<Record<string, unknown>>("exclude", {});
  const patterns = Object.entries(rules).flatMap(([pattern, on]) => (on === true ? [pattern] : []));
  return `{${["**/.git/**", "**/node_modules/**", ...patterns].join(",")}}`;
}
