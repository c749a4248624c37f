/** Open dialogs, as the host keeps them. */
import type { OpenRequest } from "../../../extension/panel/messages.ts";
import type { ExtensionUIDialog } from "../../../server/protocol/extension-ui.ts";

let lastRequest = 0;
/** One of them; `seconds` until it runs out. */
export function request(
  dialog: Omit<ExtensionUIDialog, "type" | "id"> & Record<string, unknown>,
  seconds?: number,
): OpenRequest {
  lastRequest += 1;
  const id = `request-${lastRequest}`;
  const now = Date.now();
  return {
    request: { type: "extension_ui_request", id, ...dialog } as unknown as ExtensionUIDialog,
    receivedAt: now,
    ...(seconds === undefined ? {} : { expiresAt: now + seconds * 1000 }),
  };
}

export const approval = () =>
  request({
    method: "select",
    title:
      "Run this command?\nIt deletes files, so Atomic asks even though `rm` ran before.\n\n```\nrm -rf build-2.1 build-2.2 build-2.3\n```",
    options: ["Allow once", "Allow for this session (rm -rf build-*)", "Deny"],
  });
