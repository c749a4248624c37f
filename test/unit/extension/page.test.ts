import { beforeEach, expect, test, vi } from "vitest";
import type { Uri, Webview } from "vscode";
import { cssFamily } from "../../../extension/panel/page.ts";

const vscode = vi.hoisted(() => ({
  env: { language: "de" },
  l10n: { bundle: undefined as Record<string, string> | undefined },
  Uri: { joinPath: (base: string, ...parts: string[]) => [base, ...parts].join("/") },
  settings: {} as Record<string, unknown>,
  workspace: { getConfiguration: () => ({ get: (name: string) => vscode.settings[name] }) },
}));
vi.mock("vscode", () => vscode);
const { panelHtml } = await import("../../../extension/panel/html.ts");
const { panelSettings } = await import("../../../extension/settings.ts");

const webview = { cspSource: "https://files.test", asWebviewUri: (uri: unknown) => uri } as unknown as Webview;
const page = () =>
  panelHtml(webview, {
    extensionUri: "https://files.test/atomic" as unknown as Uri,
    place: "editor",
    chatKey: "</script>",
  });

beforeEach(() => {
  vscode.l10n.bundle = undefined;
  vscode.settings = {};
});

test("the page allows nothing remote, and scripts by a nonce that is new each time", () => {
  const html = page();
  const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  for (const [, own] of html.matchAll(/<(?:script|style)[^>]*nonce="([^"]+)"/g)) expect(own).toBe(nonce);
  expect(page()).not.toContain(nonce);
});

test("what it is given ends no script element", () => {
  vscode.l10n.bundle = { Send: "</script><script>alert(1)</script>" };
  expect([...page().matchAll(/<\/script>/g)]).toHaveLength(3);
});

test("it holds the translation of the display language and says which language that is", () => {
  expect(page()).toMatch(/<html lang="en">.*<script type="application\/json" id="l10n"[^>]*>\{\}</su);
  vscode.l10n.bundle = { Send: "Senden" };
  expect(page()).toMatch(/<html lang="de">.*<script type="application\/json" id="l10n"[^>]*>\{"Send":"Senden"\}</su);
});

test("it begins with the font of the chat, which an open panel is told too", () => {
  vscode.settings = { fontSize: 15, fontFamily: 'Inter, "Segoe UI"' };
  expect(page()).toContain('--chat-font-size: 15px; --chat-font-family: Inter, "Segoe UI";');
  expect(panelSettings().font).toEqual({ size: 15, family: 'Inter, "Segoe UI"' });
  vscode.settings = { fontSize: "large", fontFamily: "Inter; } body { display: none" };
  expect(page()).toContain("--chat-font-size: 13px; --chat-font-family: Inter  body  display: none;");
  for (const fontFamily of ["default", "", undefined]) {
    vscode.settings = { fontFamily };
    expect(panelSettings().font).toEqual({ size: 13, family: "var(--vscode-font-family)" });
  }
});

test("a font family cannot end its declaration", () => {
  expect(cssFamily("Inter; } body { display: none")).toBe("Inter  body  display: none");
  expect(cssFamily("{}")).toBe("var(--vscode-font-family)");
});
