import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { maxBytes, OutputCollector } from "../../../server/bash/output.ts";
import { OutputFile } from "../../../server/bash/output-file.ts";
import { sessionTempFolder, sweepTempFolder, userTempFolder } from "../../../server/bash/temp-folder.ts";

const posix = process.platform !== "win32";
const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);

function folder(): string {
  const made = mkdtempSync(path.join(os.tmpdir(), "atomic-output-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test("6.7 what is short is shown whole, without a file", () => {
  const collector = new OutputCollector(() => expect.unreachable());
  collector.add("a\n");
  collector.add("b\n");
  expect(collector.finish()).toEqual({ output: "a\nb\n", truncated: false });
});

test("6.7 too many lines: the last 3000, and a file with all of them", () => {
  const where = folder();
  const collector = new OutputCollector(() => OutputFile.create(where));
  const all = Array.from({ length: 4000 }, (_, i) => `${i}\n`).join("");
  collector.add(all);
  const result = collector.finish();
  expect(result.truncated).toBe(true);
  expect(result.output.split("\n")).toHaveLength(3000);
  expect(result.output.endsWith("3999")).toBe(true);
  expect(readFileSync(result.fullOutputPath as string, "utf8")).toBe(all);
});

test("6.7 too many bytes: the last 50 KiB at a line's start; one longer line is cut", () => {
  const where = folder();
  const lines = new OutputCollector(() => OutputFile.create(where));
  for (let i = 0; i < 2000; i++) lines.add(`${String(i).padStart(99, "0")}\n`);
  const cut = lines.finish();
  expect(Buffer.byteLength(cut.output)).toBeLessThanOrEqual(maxBytes);
  expect(cut.output.split("\n")[0]).toMatch(/^\d{99}$/);
  const single = new OutputCollector(() => OutputFile.create(where));
  single.add("é".repeat(40_000));
  expect(Buffer.byteLength(single.finish().output)).toBe(maxBytes);
});

test("6.7 the file holds everything from the first byte, however it came", () => {
  const where = folder();
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 12 }), (sizes) => {
      const collector = new OutputCollector(() => OutputFile.create(where));
      const chunks = sizes.map((size, i) => String.fromCharCode(97 + i).repeat(size));
      for (const chunk of chunks) collector.add(chunk);
      const { output, truncated, fullOutputPath } = collector.finish();
      const all = chunks.join("");
      expect(all.endsWith(output)).toBe(true);
      expect(truncated).toBe(all.length > maxBytes);
      if (truncated) expect(readFileSync(fullOutputPath as string, "utf8")).toBe(all);
      else expect(output).toBe(all);
    }),
    { numRuns: 30 },
  );
});

test("6.8 without a file the path is null and the output is still there", () => {
  const collector = new OutputCollector(() => undefined);
  collector.add("x\n".repeat(5000));
  expect(collector.finish()).toMatchObject({ truncated: true, fullOutputPath: null });
});

test("6.8 the file is capped at a character's border, and says so", () => {
  const where = folder();
  const file = OutputFile.create(where, 10) as OutputFile;
  file.write("123456789é");
  file.write("more");
  const text = readFileSync(file.finish() as string, "utf8");
  expect(text).toBe("123456789\n[Output truncated: persisted-output cap of 67108864 bytes reached]\n");
});

test("6.8 what fits exactly is not said to be capped", () => {
  const where = folder();
  const file = OutputFile.create(where, 4) as OutputFile;
  file.write("1234");
  expect(readFileSync(file.finish() as string, "utf8")).toBe("1234");
});

test.runIf(posix)("6.8 folders are 0700, the file 0600, and a folder that is too open is closed", () => {
  const root = path.join(folder(), "atomic-1");
  mkdirSync(root, { mode: 0o755 });
  const session = sessionTempFolder(root, "abc") as string;
  const file = OutputFile.create(session) as OutputFile;
  file.write("x");
  expect([mode(root), mode(session), mode(file.finish() as string)]).toEqual(["700", "700", "600"]);
  expect(path.basename(file.path)).toMatch(/^atomic-bash-[0-9a-f]{16}\.log$/);
});

test.runIf(posix)("6.8 links, files and folders of somebody else are refused", () => {
  const where = folder();
  symlinkSync(mkdtempSync(path.join(where, "elsewhere-")), path.join(where, "link"));
  expect(sessionTempFolder(path.join(where, "link"), "s")).toBeUndefined();
  const root = path.join(where, "root");
  mkdirSync(root);
  symlinkSync(where, path.join(root, "linked"));
  writeFileSync(path.join(root, "file"), "");
  expect(sessionTempFolder(root, "linked")).toBeUndefined();
  expect(sessionTempFolder(root, "file")).toBeUndefined();
  expect(sessionTempFolder(path.join(where, "file-as-root", "x"), "s")).toBeUndefined();
  if (process.getuid?.() !== 0) expect(sessionTempFolder("/", "s")).toBeUndefined();
});

test.each(["..", ".", "", "a/b", "../x", "a\\b", "-\0"])("6.8 %j is no session id to make a folder of", (id) => {
  expect(sessionTempFolder(folder(), id)).toBeUndefined();
});

test("6.8 the tree stands below the temp folder under the owner's id", () => {
  const id = process.getuid?.();
  if (id !== undefined) expect(userTempFolder("/tmp")).toBe(`/tmp/atomic-${id}`);
  expect(path.basename(userTempFolder())).toMatch(/^atomic-./);
});

test("6.8 after 30 days output files go, with folders left empty; nothing else is touched", async () => {
  const root = folder();
  const old = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  const put = (name: string, when?: Date) => {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "");
    if (when) utimesSync(file, when, when);
  };
  put("a/atomic-bash-1.log", old);
  put("b/atomic-bash-2.log", old);
  put("b/atomic-bash-3.log");
  put("c/notes.txt", old);
  await sweepTempFolder(root);
  expect(readdirSync(root).sort()).toEqual(["b", "c"]);
  expect(readdirSync(path.join(root, "b"))).toEqual(["atomic-bash-3.log"]);
  await sweepTempFolder(path.join(root, "missing"));
});

test.runIf(posix)("6.8 a sweep never follows a link", async () => {
  const root = folder();
  const outside = folder();
  const old = new Date(0);
  writeFileSync(path.join(outside, "atomic-bash-1.log"), "");
  utimesSync(path.join(outside, "atomic-bash-1.log"), old, old);
  symlinkSync(outside, path.join(root, "s"));
  await sweepTempFolder(root);
  expect(existsSync(path.join(outside, "atomic-bash-1.log"))).toBe(true);
  chmodSync(root, 0o700);
});
