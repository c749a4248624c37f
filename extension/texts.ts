/** Texts for parts that know no VS Code: English here, in the display language once `translateWith` was told how. */

type Values = (string | number)[];
type Translate = (text: string, ...values: Values) => string;

let translate: Translate = filled;

/** Takes translations from here on: `vscode.l10n.t`. */
export function translateWith(translator: Translate): void {
  translate = translator;
}

/** The text in the display language, `{0}`, `{1}` … replaced by the values. The English text is the key. */
export function t(text: string, ...values: Values): string {
  return translate(text, ...values);
}

function filled(text: string, ...values: Values): string {
  return text.replace(/\{(\d+)\}/g, (whole, at: string) => String(values[Number(at)] ?? whole));
}
