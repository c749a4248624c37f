import { randomBytes } from "node:crypto";
import { l10n, Uri, type Webview } from "vscode";
import { chatFont } from "../settings.ts";
import { spokenLanguage } from "../spoken-language.ts";
import type { ChatState } from "./messages.ts";
import { contentSecurityPolicy, inScript } from "./page.ts";

export interface PanelPage {
  extensionUri: Uri;
  place: ChatState["place"];
  /** Kept in the webview's state, by which a restored editor finds its chat again. */
  chatKey: string;
}

/** Folders that a panel may load from. */
export function resourceRoots(extensionUri: Uri): Uri[] {
  return [Uri.joinPath(extensionUri, "out", "webview"), Uri.joinPath(extensionUri, "media")];
}

/** The page of a chat panel. Nothing remote, no inline script without the nonce. */
export function panelHtml(webview: Webview, page: PanelPage): string {
  const nonce = randomBytes(18).toString("base64");
  const file = (name: string) =>
    webview.asWebviewUri(Uri.joinPath(page.extensionUri, "out", "webview", name)).toString();
  const policy = contentSecurityPolicy(nonce, webview.cspSource);
  const { size, family } = chatFont();
  return `<!DOCTYPE html>
<html lang="${spokenLanguage()}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Atomic</title>
<style nonce="${nonce}">:root { --chat-font-size: ${size}px; --chat-font-family: ${family}; }</style>
<link rel="stylesheet" href="${file("main.css")}">
</head>
<body data-place="${page.place}">
<div id="root"></div>
<script type="application/json" id="l10n" nonce="${nonce}">${inScript(l10n.bundle ?? {})}</script>
<script nonce="${nonce}">${keepKey(page.chatKey)}</script>
<script type="module" nonce="${nonce}" src="${file("main.js")}"></script>
</body>
</html>`;
}

/** The API can be taken once only: this takes it, and hands the panel one that keeps our key in its state. */
function keepKey(key: string): string {
  return `{
  const api = acquireVsCodeApi(), chatKey = ${inScript(key)};
  const setState = (state) => (api.setState({ ...state, chatKey }), state);
  setState(api.getState());
  globalThis.acquireVsCodeApi = () => ({ postMessage: (m) => api.postMessage(m), getState: () => api.getState(), setState });
}`;
}
