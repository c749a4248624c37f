/** The part of VS Code's clipboard that is used here. */
export interface Clipboard {
  readText(): Thenable<string>;
  writeText(text: string): Thenable<void>;
}

/**
 * The text selected in a terminal; "" when none is. VS Code gives it to extensions through the clipboard only: `copy`
 * is its command that copies the selection. What lay in the clipboard is never taken for the selection, and its text
 * is put back. Without a selection a clipboard that holds no text, such as a picture, is not touched.
 */
export async function terminalSelection(clipboard: Clipboard, copy: () => Thenable<unknown>): Promise<string> {
  const own = await clipboard.readText();
  let now = own;
  try {
    await copy();
    now = await clipboard.readText();
    if (now !== own || own === "") return now;
    // Nothing is selected, or the very text that lay there: an empty clipboard tells.
    await clipboard.writeText("");
    now = "";
    await copy();
    return await clipboard.readText();
  } finally {
    if (now !== own) await clipboard.writeText(own);
  }
}
