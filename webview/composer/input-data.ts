/** What is pasted into the composer or dropped on it: images, large texts, files of the workspace. */
import type { ChatState } from "../../extension/panel/messages.ts";
import { t } from "../ui/l10n.ts";
import { imageFiles, readImage } from "./images.ts";
import { isLargePaste } from "./message.ts";
import { takesImages } from "./send.ts";
import { addImages, addPaste, insertAtCaret } from "./store.ts";

/** Makes a chip of a large pasted text. False when the text is to be pasted as usual. */
export function takePaste(data: DataTransfer): boolean {
  const text = data.getData("text/plain").replace(/\r\n?/g, "\n");
  if (!isLargePaste(text)) return false;
  addPaste(text);
  return true;
}

/** Takes images and dropped files. Resolves with why something was left out, or null. */
export async function takeFiles(data: DataTransfer, chat: ChatState): Promise<string | null> {
  const paths = droppedPaths(data, chat.folder?.path);
  const files = imageFiles(data);
  const others = data.files.length - files.length;
  if (paths.length > 0) {
    insertAtCaret(`${paths.map(mention).join(" ")} `);
    return null;
  }
  if (files.length > 0 && !takesImages(chat)) return t("{0} takes no images.", chat.model?.name ?? "");
  for (const file of files) {
    try {
      addImages([await readImage(file)]);
    } catch {
      return t("{0} cannot be read as an image.", file.name);
    }
  }
  return others > 0 ? t("Only images can be attached. Mention other files with @.") : null;
}

/** Paths of files dragged from VS Code, relative to the folder where they are inside it. */
function droppedPaths(data: DataTransfer, folder: string | undefined): string[] {
  const list = data.getData("application/vnd.code.uri-list") || data.getData("text/uri-list");
  return list
    .split(/\r?\n/)
    .filter((line) => line.startsWith("file:") || line.startsWith("vscode-remote:"))
    .map((line) => decodeURIComponent(new URL(line).pathname))
    .map((path) => (folder && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path));
}

function mention(path: string): string {
  return /[\s"]/.test(path) ? `@"${path.replaceAll('"', '\\"')}"` : `@${path}`;
}
