import { beforeEach, expect, test, vi } from "vitest";
import type { Uri, Webview } from "vscode";
import { cssFamily } from "../../../extension/panel/page.ts";

const vscode = vi.hoisted(() => ({
  env: { language: "de" },
  l10n: { bundle: undefined as Record<string, string> | undefined },
  Uri: { joinPath: (base: string, ...parts: string[]) => [base, ...parts].join("/") },
  workspace: { getConfiguration: () => ({ get: (name: string) => (name === "fontSize" ? 15 : "default") }) },
}));
vi.mock("vscode", () => vscode);
const { panelHtml } = await import("../../../extension/panel/html.ts");

const webview = { cspSource: "https://files.test", asWebviewUri: (uri: unknown) => uri } as unknown as Webview;
const page = () =>
  panelHtml(webview, {
    extensionUri: "https://files.test/atomic" as unknown as Uri,
    place: "editor",
    chatKey: "</script>",
  });

beforeEach(() => {
  vscode.l10n.bundle = undefined;
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

test("a font family cannot end its declaration", () => {
  expect(cssFamily("Inter; } body { display: none")).toBe("Inter  body  display: none");
  expect(cssFamily("{}")).toBe("var(--vscode-font-family)");
});
