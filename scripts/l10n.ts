/**
 * `npm run l10n` writes l10n/bundle.l10n.json, every text of the extension and the panel, and says what the
 * translations beside it lack. `--check` writes nothing and fails when the file is stale, as the build does.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findTexts } from "./l10n-texts.ts";

const root = path.resolve(import.meta.dirname, "..");
const bundleFile = path.join(root, "l10n/bundle.l10n.json");

type Texts = Readonly<Record<string, string>>;

/** The bundle as its file should be. Throws for texts that cannot be translated. */
function currentBundle(): string {
  const { texts, problems } = findTexts(root, ["extension", "webview"]);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const sorted = [...texts].sort((a, b) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted.map((text) => [text, text])), null, 2)}\n`;
}

/** Throws when l10n/bundle.l10n.json is not what the sources say. */
export function checkTexts(): void {
  if (readFileSync(bundleFile, "utf8") !== currentBundle())
    throw new Error("l10n/bundle.l10n.json is stale: run `npm run l10n`");
}

/** What is wrong with a translation: texts that are missing, that nobody uses, or whose `{0}`, `{1}` … differ. */
export function translationProblems(texts: Texts, translated: Texts): string[] {
  const missing = Object.keys(texts).filter((key) => !translated[key]);
  const unused = Object.keys(translated).filter((key) => texts[key] === undefined);
  const different = Object.keys(texts).filter(
    (key) => translated[key] && placeholders(translated[key]) !== placeholders(texts[key] ?? ""),
  );
  return [
    ...missing.map((key) => `missing: ${key}`),
    ...unused.map((key) => `unused: ${key}`),
    ...different.map((key) => `other placeholders: ${key}`),
  ];
}

/** Each of `{0}`, and each link or command of a Markdown text, in one order. */
function placeholders(text: string): string {
  return [...text.matchAll(/\{\d+\}|\]\([^)]*\)|\$\([\w~-]+\)|`[^`]+`/g)]
    .map(([found]) => found)
    .sort()
    .join(" ");
}

/** The texts and their translations: of the sources, and of package.json. */
export function translations(): { name: string; texts: Texts; translated: Texts }[] {
  const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), "utf8")) as Texts;
  const pairs = (folder: string, base: string) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.startsWith(base) && name.endsWith(".json") && name !== `${base}.json`)
      .map((name) => ({
        name: path.join(folder, name),
        texts: read(path.join(folder, `${base}.json`)),
        translated: read(path.join(folder, name)),
      }));
  return [...pairs("l10n", "bundle.l10n"), ...pairs(".", "package.nls")];
}

if (import.meta.main) {
  if (process.argv.includes("--check")) checkTexts();
  else {
    writeFileSync(bundleFile, currentBundle());
    for (const { name, texts, translated } of translations()) {
      for (const problem of translationProblems(texts, translated)) console.log(`${name}: ${problem}`);
    }
  }
}
