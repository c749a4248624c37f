import * as vscode from "vscode";
import type { ChangeStore, ContentRef } from "./store.ts";

export const BEFORE_SCHEME = "atomic-before";

/** Address of a file's content before the agent changed it. The path is the file's own, for its name and language. */
export function beforeUri(file: string, sessionId: string, ref: ContentRef): vscode.Uri {
  const query = JSON.stringify({ sessionId, ref });
  return vscode.Uri.file(file).with({ scheme: BEFORE_SCHEME, query });
}

/** Serves `atomic-before:` documents. Register with `workspace.registerTextDocumentContentProvider(BEFORE_SCHEME, …)`. */
export class BeforeDocuments implements vscode.TextDocumentContentProvider {
  readonly #store: ChangeStore;

  constructor(store: ChangeStore) {
    this.#store = store;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const { sessionId, ref } = JSON.parse(uri.query) as { sessionId: string; ref: ContentRef };
    return this.#store.get(sessionId, ref)?.toString("utf8") ?? "";
  }
}
