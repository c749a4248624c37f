/**
 * Writes out/THIRD-PARTY-NOTICES.txt: every package of which a byte stands in one of the three bundles, by esbuild's
 * metafiles, and every file copied beside them, with its licence.
 */
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Metafile } from "esbuild";

const root = path.resolve(import.meta.dirname, "..");

interface Notice {
  name: string;
  licence: string;
  text: string;
}

/** Throws with the names of all packages whose licence or licence text is missing. */
export function writeNotices(): void {
  const missing: string[] = [];
  const notices: Notice[] = [];
  for (const find of [...bundledPackages()].map((folder) => () => noticeOf(folder)).concat(copiedFiles())) {
    try {
      notices.push(find());
    } catch (error) {
      missing.push((error as Error).message);
    }
  }
  if (missing.length > 0) throw new Error(`Licences are missing:\n${missing.join("\n")}`);
  writeFileSync(path.join(root, "out/THIRD-PARTY-NOTICES.txt"), render(notices));
}

/** Folders of the packages that left bytes in an output. */
function bundledPackages(): Set<string> {
  const folders = new Set<string>();
  for (const bundle of ["extension", "webview", "server"]) {
    const meta = JSON.parse(readFileSync(path.join(root, `out/${bundle}.meta.json`), "utf8")) as Metafile;
    for (const { inputs } of Object.values(meta.outputs))
      for (const [file, { bytesInOutput }] of Object.entries(inputs))
        if (bytesInOutput > 0 && file.includes("node_modules/")) folders.add(packageFolder(file));
  }
  return folders;
}

/** `node_modules/a/node_modules/@b/c/dist/d.js` is of `node_modules/a/node_modules/@b/c`. */
function packageFolder(file: string): string {
  const folder = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file.slice(file.indexOf("node_modules/")))?.[0];
  if (!folder) throw new Error(`${file} is in no package`);
  return path.join(root, folder);
}

function noticeOf(folder: string): Notice {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license?: string;
    author?: string | { name: string };
  };
  const name = `${manifest.name} ${manifest.version}`;
  if (!manifest.license) throw new Error(`${name} names no licence`);
  const author = typeof manifest.author === "string" ? manifest.author : manifest.author?.name;
  const text = ownText(folder) ?? standardText(manifest.license, author ?? `the authors of ${manifest.name}`);
  if (!text) throw new Error(`${name} (${manifest.license}) comes without a licence text`);
  return { name, licence: manifest.license, text };
}

function ownText(folder: string): string | undefined {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(un)?licen[sc]e|^copying|^notice/i.test(entry.name))
    .map((entry) => readFileSync(path.join(folder, entry.name), "utf8").trim());
  return files.length > 0 ? files.join("\n\n") : undefined;
}

/** The well-known text of a licence whose package does not bring it. */
function standardText(licence: string, holder: string): string | undefined {
  const file = path.join(import.meta.dirname, "licences", `${licence}.txt`);
  return existsSync(file) ? readFileSync(file, "utf8").trim().replace("{holder}", holder) : undefined;
}

/** Scripts that another package vendors and the server copies whole; their head comment says whose they are. */
function copiedFiles(): (() => Notice)[] {
  return globSync("out/server/dist/**/vendor/*.js", { cwd: root }).map((file) => () => {
    const head = /\/\*[\s\S]*?\*\//.exec(readFileSync(path.join(root, file), "utf8"))?.[0] ?? "";
    const licence = /\b(MIT|BSD-3-Clause)\b/.exec(head)?.[1];
    const holder = /(?:Copyright )?\(c\) (.*)/.exec(head)?.[1];
    const text = licence && holder && standardText(licence, holder);
    if (!text) throw new Error(`${file} says no licence in its head comment`);
    return { name: path.basename(file), licence, text: `${head}\n\n${text}` };
  });
}

/** Packages under the same words share one section. */
function render(notices: Notice[]): string {
  const sections = Map.groupBy(notices, ({ text }) => text);
  const parts = [...sections].map(([text, of]) => {
    const names = [...new Set(of.map(({ name, licence }) => `${name} (${licence})`))].sort();
    return { names, text };
  });
  parts.sort((a, b) => (a.names[0] ?? "").localeCompare(b.names[0] ?? ""));
  const line = "-".repeat(80);
  return [
    "Atomic contains the following third-party software.",
    ...parts.map(({ names, text }) => `${line}\n${names.join("\n")}\n\n${text}`),
    "",
  ].join("\n\n");
}

if (import.meta.main) writeNotices();
