import path from "node:path";
import { describe, expect, test } from "vitest";
import { findTheme, themeNames } from "../../../extension/theme/active-theme.ts";
import { customRules, customSemantics } from "../../../extension/theme/customizations.ts";
import { readTheme } from "../../../extension/theme/theme-file.ts";
import { colorsByRules, colorsBySemantics } from "../../../extension/theme/token-colors.ts";

const settings = (values: Record<string, unknown>) => (name: string) => values[name];

describe("which theme is on", () => {
  const chosen = {
    "workbench.colorTheme": "Chosen",
    "workbench.preferredDarkColorTheme": "Night",
    "workbench.preferredHighContrastColorTheme": "Sharp",
  };

  test("the chosen one, unless the system's colours decide", () => {
    expect(themeNames("vs-dark", settings(chosen))).toEqual(["Chosen"]);
    const following = settings({ ...chosen, "window.autoDetectColorScheme": true });
    expect(themeNames("vs-dark", following)).toEqual(["Night", "Chosen"]);
    expect(themeNames("vs", following)).toEqual(["Chosen"]);
  });

  test("a high-contrast theme may be chosen, or come with the system's high contrast", () => {
    const following = settings({ ...chosen, "window.autoDetectHighContrast": true });
    expect(themeNames("hc-black", following)).toEqual(["Chosen", "Sharp"]);
    const themes = [
      { label: "Chosen", uiTheme: "vs-dark", path: "a.json" },
      { label: "Sharp", uiTheme: "hc-black", path: "b.json" },
    ];
    expect(findTheme(themes, themeNames("hc-black", following), "hc-black")?.name).toBe("Sharp");
  });

  test("it is found by its id, else its label, by its older name too, and only when its kind is the one shown", () => {
    const themes = [
      { id: "Dark+", label: "Dark Plus", uiTheme: "vs-dark", path: "dark.json" },
      { label: "Sand", uiTheme: "vs", path: "sand.json" },
    ];
    expect(findTheme(themes, ["Default Dark+"], "vs-dark")?.theme.path).toBe("dark.json");
    expect(findTheme(themes, ["Sand"], "vs")?.theme.path).toBe("sand.json");
    expect(findTheme(themes, ["Dark Plus"], "vs-dark")).toBeUndefined();
    expect(findTheme(themes, ["Sand"], "vs-dark")).toBeUndefined();
  });
});

describe("a theme's file", () => {
  const files: Record<string, string> = {
    "themes/night.json": `{
      // what is special about the night
      "include": "./shared/base.json",
      "colors": { "editor.foreground": "#ddeeff", },
      "tokenColors": [{ "scope": "keyword", "settings": { "foreground": "#222222" } }],
      "semanticTokenColors": { "type": "#333333" },
      "semanticHighlighting": true
    }`,
    "themes/shared/base.json": `{
      "colors": { "editor.foreground": "#000000" },
      "tokenColors": [
        { "scope": "keyword", "settings": { "foreground": "#111111" } },
        { "scope": ["comment", "string"], "settings": { "foreground": "#444444" } }
      ],
      "semanticTokenColors": { "type": "#555555", "function": { "foreground": "#666666" } }
    }`,
    "themes/loop.json": `{ "include": "./loop.json", "tokenColors": [] }`,
    "themes/old.json": `{ "tokenColors": "./old.tmTheme" }`,
    "themes/broken.json": `"not a theme"`,
  };
  const read = (file: string) =>
    readTheme(file, {
      read: async (name) => files[name] ?? Promise.reject(new Error(`no ${name}`)),
      resolve: (from, relative) => path.posix.join(path.posix.dirname(from), relative),
    });

  test("stands above what it includes", async () => {
    const theme = await read("themes/night.json");
    expect(theme).toMatchObject({ foreground: "#ddeeff", semanticHighlighting: true });
    expect(theme.semantic).toEqual({ type: "#333333", function: { foreground: "#666666" } });
    expect(colorsByRules(theme.rules, theme.foreground)).toMatchObject({
      keyword: "#222222",
      comment: "#444444",
      string: "#444444",
      type: "#ddeeff",
    });
  });

  test("that includes itself ends", async () => {
    expect((await read("themes/loop.json")).rules).toEqual([]);
  });

  test("that cannot be read rejects", async () => {
    await expect(read("themes/old.json")).rejects.toThrow("./old.tmTheme");
    await expect(read("themes/broken.json")).rejects.toThrow("JSON object");
    await expect(read("themes/none.json")).rejects.toThrow("no themes/none.json");
  });
});

describe("colours of tokens", () => {
  const rule = (scope: string | string[], foreground: string) => ({ scope, settings: { foreground } });

  test("the more exact scope counts, then the later rule", () => {
    const rules = [
      rule("keyword.control", "#111111"),
      rule("keyword", "#222222"),
      rule("storage", "#333333"),
      rule("storage", "#444444"),
    ];
    expect(colorsByRules(rules, undefined)).toMatchObject({ keyword: "#111111", storage: "#444444" });
  });

  test("rules for some languages, for other scopes and without a colour are passed over", () => {
    const rules = [
      rule("source.json string", "#111111"),
      rule("stringy", "#222222"),
      rule("string - string.quoted", "#333333"),
      rule("comment, entity.name.tag", "#555555"),
      { scope: "comment", settings: {} },
      rule("variable", "url(https://example.org)"),
    ];
    expect(colorsByRules(rules, undefined)).toEqual({ comment: "#555555", regexp: "#333333", tag: "#555555" });
  });

  test("what has no rule is plain text, as in the editor", () => {
    expect(colorsByRules([{ settings: { foreground: "#abcdef" } }], "#000000").variable).toBe("#abcdef");
    expect(colorsByRules([], "#000000").variable).toBe("#000000");
  });

  test("semantic rules count where they are for a whole kind", () => {
    const rules = { type: "#111111", "variable.readonly": "#222222", function: { foreground: "#333333" }, number: 5 };
    expect(colorsBySemantics(rules)).toEqual({ type: "#111111", function: "#333333" });
  });
});

test("a person's own colours stand above the theme's, those for this theme last", () => {
  const setting = {
    comments: "#111111",
    textMateRules: [{ scope: "string", settings: { foreground: "#222222" } }],
    "[Night]": { comments: { foreground: "#333333" } },
    "[*ight][Day]": { numbers: "#444444" },
    "[Day]": { comments: "#555555" },
  };
  const rules = [{ scope: "comment", settings: { foreground: "#000000" } }, ...customRules(setting, "Night")];
  expect(colorsByRules(rules, undefined)).toMatchObject({ comment: "#333333", string: "#222222", number: "#444444" });
  expect(customRules("no object", "Night")).toEqual([]);

  const semantic = {
    enabled: false,
    rules: { type: "#111111" },
    "[Night]": { enabled: true, rules: { type: "#2222" } },
  };
  expect(customSemantics(semantic, "Night")).toEqual({ enabled: true, rules: { type: "#2222" } });
  expect(customSemantics(semantic, "Day")).toEqual({ enabled: false, rules: { type: "#111111" } });
});
