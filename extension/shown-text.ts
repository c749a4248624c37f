import { Disposable, languages, Uri, window, workspace } from "vscode";

const SCHEME = "atomic-text";
const texts = new Map<string, string>();
let lastKey = 0;

/** Lets VS Code read the texts that `showText` opens, as long as they are open. */
export function provideShownTexts(): Disposable {
  return Disposable.from(
    workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: ({ query }) => texts.get(query) ?? "",
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === SCHEME) texts.delete(uri.query);
    }),
  );
}

/** Opens a text to be read and copied: nobody is asked to save it when its tab is closed. */
export async function showText(title: string, text: string, language?: string, preserveFocus = false): Promise<void> {
  lastKey += 1;
  const key = String(lastKey);
  texts.set(key, text);
  const name = title
    .replace(/[/\\\s]+/g, " ")
    .trim()
    .slice(0, 60);
  const uri = Uri.from({ scheme: SCHEME, path: `/${name || "Atomic"}`, query: key });
  const document = await workspace.openTextDocument(uri);
  if (language) await languages.setTextDocumentLanguage(document, language);
  await window.showTextDocument(document, { preview: true, preserveFocus });
}
