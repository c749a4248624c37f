import { afterEach, expect, test } from "vitest";
import { ago, dollars, percent } from "../../../extension/format.ts";
import { t, translateWith } from "../../../extension/texts.ts";
import { checkTexts, translationProblems, translations } from "../../../scripts/l10n.ts";
import { type FoundTexts, findInSource } from "../../../scripts/l10n-texts.ts";

function found(source: string): FoundTexts {
  const texts: FoundTexts = { texts: new Set(), problems: [] };
  findInSource("a.tsx", source, texts);
  return texts;
}

test("l10n/bundle.l10n.json holds every text of the extension and the panel", () => {
  expect(checkTexts).not.toThrow();
});

test("every translation is complete, holds nothing else and keeps the placeholders", () => {
  const names = translations().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["l10n/bundle.l10n.de.json", "package.nls.de.json"]));
  for (const { name, texts, translated } of translations())
    expect({ name, problems: translationProblems(texts, translated) }).toEqual({ name, problems: [] });
});

test("what a translation lacks is named", () => {
  const texts = { "{0} of {1}": "{0} of {1}", Send: "Send", Stop: "Stop", "See [docs](a.md)": "See [docs](a.md)" };
  const translated = {
    "{0} of {1}": "{0} von {2}",
    Send: "Senden",
    Gone: "Weg",
    "See [docs](a.md)": "Siehe [Doku](b.md)",
  };
  expect(translationProblems(texts, translated)).toEqual([
    "missing: Stop",
    "unused: Gone",
    "other placeholders: {0} of {1}",
    "other placeholders: See [docs](a.md)",
  ]);
});

test("texts are found in every form, and those outside it are problems", () => {
  const source = `
    const a = t("One");
    const b = l10n.t(many ? "Two" : "Three", count);
    const c = vscode.l10n.t("Four");
    const d = other.t("not a text of ours");
    const e = translate((text) => t(text));
    const f = <button aria-label={t("Five")} title="Six" className="plain words">Seven</button>;
    const g = t(\`Eight \${count}\`);
  `;
  const { texts, problems } = found(source);
  expect([...texts].sort()).toEqual(["Five", "Four", "One", "Three", "Two"]);
  expect(problems).toEqual([
    "a.tsx:7 title outside t: Six",
    "a.tsx:7 text outside t: Seven",
    "a.tsx:8 t of what is no literal",
  ]);
});

afterEach(() => {
  const filled = (text: string, ...values: unknown[]) =>
    text.replace(/\{(\d+)\}/g, (_, at) => String(values[Number(at)]));
  translateWith(filled, "en");
});

test("texts, numbers and times are English until the extension is told otherwise", () => {
  const now = Date.parse("2026-06-15T12:00:00Z");
  const written = () => [t("{0} of {1}", 1, 2), ago(now - 7_200_000, now), percent(62), dollars(12.5), dollars(0.001)];
  expect(written()).toEqual(["1 of 2", "2 hours ago", "62%", "$12.50", "< $0.01"]);
  translateWith((text, ...values) => `${text.replace("of", "von")} ${values.join(",")}`, "de");
  expect(written().map((text) => text.replaceAll("\u00a0", " "))).toEqual([
    "{0} von {1} 1,2",
    "vor 2 Stunden",
    "62 %",
    "12,50 $",
    "< 0,01 $",
  ]);
});
