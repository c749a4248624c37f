import fc from "fast-check";
import { expect, test } from "vitest";
import { PathIndex } from "../../../../extension/mentions/path-index.ts";

const files = [
  "src/net/upload.ts",
  "test/net/upload.test.ts",
  "src/net/uploadQueue.ts",
  "fixtures/uploads/one.bin",
  "src/net/pool.ts",
  "docs/Übersicht.md",
  "main/x.ts",
  "src/main.ts",
];
const index = new PathIndex(files);
const paths = (query: string, limit = 10) => index.search(query, limit).map((hit) => hit.path);

test("a match in the name stands before one in the folders, the shorter before the longer", () => {
  expect(paths("upload").slice(0, 2)).toEqual(["src/net/upload.ts", "fixtures/uploads/"]);
  expect(paths("main")[0]).toBe("main/");
  expect(paths("main.ts")[0]).toBe("src/main.ts");
});

test("letters in their order are enough, case and accents do not matter", () => {
  expect(paths("upq")[0]).toBe("src/net/uploadQueue.ts");
  expect(paths("SRCNETPOOL")).toEqual(["src/net/pool.ts"]);
  expect(paths("ubersicht")).toEqual(["docs/Übersicht.md"]);
  expect(paths("übers")).toEqual(["docs/Übersicht.md"]);
  expect(paths("net/up")[0]).toBe("src/net/upload.ts");
});

test("folders are found and known with their slash; nothing matches nothing", () => {
  expect(paths("fixtures")[0]).toBe("fixtures/");
  expect(index.has("src/net/")).toBe(true);
  expect(index.has("src/net")).toBe(false);
  expect(paths("zzz")).toEqual([]);
  expect(paths("")).toEqual([]);
  expect(paths("upload", 1)).toHaveLength(1);
});

test("each hit holds the query's letters in order, and every file is found by its own path", () => {
  const name = fc.string({ unit: fc.constantFrom(..."abcXY1-_."), minLength: 1, maxLength: 6 });
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(fc.array(path, { minLength: 1, maxLength: 30 }), name, (all, query) => {
      const some = new PathIndex(all);
      for (const hit of some.search(query, 100)) expect(holds(hit.path.toLowerCase(), query.toLowerCase())).toBe(true);
      for (const one of all) expect(some.search(one, 100).map((hit) => hit.path)).toContain(one);
    }),
  );
});

test("50,000 files: the exact name is found first among all that resemble it", () => {
  const many = Array.from({ length: 50_000 }, (_, at) => `src/part${at % 97}/module-${at}/index${at}.ts`);
  const large = new PathIndex(many);
  expect(large.size).toBe(50_000 + 50_000 + 97 + 1);
  expect(large.search("index49999.ts", 5)[0]?.path).toBe(many[49_999]);
  expect(large.search("i", 50)).toHaveLength(50);
});

function holds(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
