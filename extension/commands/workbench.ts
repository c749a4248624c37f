/** What a panel asks of VS Code's own parts. */
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { commands, l10n, window } from "vscode";
import type { ImageContent } from "../../server/protocol/message.ts";
import type { CommandFactory } from "./run.ts";

export const openSettings: CommandFactory = () => () =>
  commands.executeCommand("workbench.action.openSettings", "@ext:atomic.atomic");

export const openFolder: CommandFactory = () => () => commands.executeCommand("workbench.action.files.openFolder");

export const manageTrust: CommandFactory = () => () => commands.executeCommand("workbench.trust.manage");

export const reviewChanges: CommandFactory = (extension) => () =>
  extension.changes.review(extension.chats.current.changes);

export const undoChanges: CommandFactory = (extension) => () => extension.changes.undo(extension.chats.current.changes);

const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const imageTypes: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

/** Lets the person pick images; they land in the composer. */
export const pickImages: CommandFactory = (extension) => async () => {
  const extensions = Object.keys(imageTypes).map((suffix) => suffix.slice(1));
  const files = await window.showOpenDialog({
    title: l10n.t("Attach images"),
    canSelectMany: true,
    filters: { [l10n.t("Images")]: extensions },
  });
  const images: ImageContent[] = [];
  for (const { fsPath } of files ?? []) {
    const mimeType = imageTypes[path.extname(fsPath).toLowerCase()];
    if (mimeType && (await stat(fsPath)).size <= MAX_IMAGE_BYTES) {
      images.push({ type: "image", data: (await readFile(fsPath)).toString("base64"), mimeType });
    } else {
      void window.showWarningMessage(l10n.t("{0} is no image of up to 10 MB.", path.basename(fsPath)));
    }
  }
  if (images.length === 0) return;
  extension.chats.current.chat.emit({ kind: "composer", text: "", images, mode: "append", reason: "command" });
};
