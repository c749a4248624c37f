/** Texts of the panel. The host puts the translation of VS Code's display language into the page. */

type Values = readonly (string | number)[];

function readBundle(): Record<string, string> {
  const element = typeof document === "undefined" ? null : document.getElementById("l10n");
  return element?.textContent ? (JSON.parse(element.textContent) as Record<string, string>) : {};
}

const bundle = readBundle();

/**
 * The text in the display language, `{0}`, `{1}` … replaced by the values.
 * The English text is the key, as with `vscode.l10n.t`.
 */
export function t(text: string, ...values: Values): string {
  const template = bundle[text] ?? text;
  return template.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}
