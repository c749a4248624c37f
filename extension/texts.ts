/** Texts for parts that know no VS Code: English here, in the display language once `translateWith` was told how. */

type Values = (string | number)[];
type Translate = (text: string, ...values: Values) => string;

let translate: Translate = filled;
let language = "en";

/** Takes translations into `spoken` from here on: those of `vscode.l10n.t`. */
export function translateWith(translator: Translate, spoken: string): void {
  translate = translator;
  language = spoken;
}

/** The language that texts are in, as a BCP 47 tag: numbers and times are written in it too. */
export function textLanguage(): string {
  return language;
}

/** The text in the display language, `{0}`, `{1}` … replaced by the values. The English text is the key. */
export function t(text: string, ...values: Values): string {
  return translate(text, ...values);
}

function filled(text: string, ...values: Values): string {
  return text.replace(/\{(\d+)\}/g, (whole, at: string) => String(values[Number(at)] ?? whole));
}
