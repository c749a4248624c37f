/** What real answers are made of, one thing at a time. */
import { describe, expect, it } from "vitest";
import { BlockList } from "../../../webview/markdown/blocks.ts";
import { isLink } from "../../../webview/markdown/parser.ts";
import { fileLinkOf } from "../../../webview/markdown/paths.ts";

function html(text: string): string {
  return new BlockList()
    .update(text, false)
    .map((block) => (block.fence ? `<fence>${block.fence.text}</fence>` : block.html))
    .join("");
}

describe("case 76: Markdown", () => {
  it("draws headings of each level", () => {
    for (let level = 1; level <= 6; level += 1) {
      expect(html(`${"#".repeat(level)} A \`heading\``)).toBe(`<h${level}>A <code>heading</code></h${level}>\n`);
    }
    expect(html("Title\n=====\n\nPart\n----")).toBe("<h1>Title</h1>\n<h2>Part</h2>\n");
  });

  it("keeps unknown tags visible, wherever they stand", () => {
    expect(html("<final>42</final>")).toContain("&lt;final&gt;42&lt;/final&gt;");
    expect(html("<think>\n\nWell.\n\n</think>\n\n- <result id='1'>\n")).toMatch(
      /&lt;think&gt;[\s\S]*Well\.[\s\S]*&lt;\/think&gt;[\s\S]*<li>&lt;result id=/,
    );
  });

  it("takes tables whose every cell is code, bars in it included", () => {
    const rows = Array.from({ length: 40 }, (_, row) => `| \`key_${row}\` | \`a \\| b\` | **\`x\`** and \`y\` |`);
    const table = html(`| Key | Type | Note |\n|---|:-:|---|\n${rows.join("\n")}`);
    expect(table.match(/<tr>/g)).toHaveLength(41);
    expect(table.match(/<code>/g)).toHaveLength(160);
    expect(table).toContain("<code>a | b</code>");
  });

  it("keeps text that reads from right to left as it is, in every block", () => {
    const text =
      "# כותרת\n\nשלום **עולם** `let x` וזהו.\n\n- פריט `a.ts`\n\n> ציטוט\n\n| שם | ערך |\n|---|---|\n| א | ב |";
    const drawn = html(text);
    for (const part of [
      "<h1>כותרת</h1>",
      "<strong>עולם</strong> <code>let x</code>",
      "<li>פריט",
      "<blockquote>",
      "<td>א</td>",
    ])
      expect(drawn.replaceAll(' dir="auto"', "")).toContain(part);
  });

  it("does not take amounts and shell variables for formulas", () => {
    for (const text of ["It costs $5 and then $10.", "From $5-$10 a month", "$HOME/bin:$PATH", "a $5 or 6$ thing"]) {
      expect(html(text)).not.toContain("math");
      expect(
        html(text)
          .replace(/<[^>]+>/g, "")
          .trim(),
      ).toBe(text);
    }
  });

  it("takes formulas for formulas", () => {
    for (const text of ["$x^2$", "$a$", "$\\frac{1}{2}$", "\\(x\\)", "$$\nx + 1\n$$", "\\[ y \\]", "$O(n)$"]) {
      expect(html(text)).toContain('class="math"');
    }
  });

  it("closes strong text right before Hangul and after a quote", () => {
    expect(html("**“인용”**은 강조")).toContain("<strong>“인용”</strong>은");
    expect(html("**굵게**입니다")).toContain("<strong>굵게</strong>입니다");
    expect(html('**"quoted"**and on')).toContain("<strong>&quot;quoted&quot;</strong>and on");
    expect(html("a ** b ** c")).not.toContain("<strong>");
  });

  it("continues a list after the fence in it", () => {
    const text = "1. one\n\n   ```sh\n   ls\n   ```\n\n   and then\n2. two\n";
    expect(html(text)).toMatch(
      /<ol>[\s\S]*<pre data-language="sh"><code>ls\n<\/code><\/pre>[\s\S]*and then[\s\S]*two[\s\S]*<\/ol>/,
    );
  });

  it("keeps fences of four backticks that hold fences whole", () => {
    expect(html("````md\n```js\na\n```\n````")).toBe("<fence>```js\na\n```\n</fence>");
  });

  it("draws alerts, task lists, tables full of code and footnotes", () => {
    expect(html("> [!WARNING]\n> Mind the `gap`.")).toContain("alert-warning");
    expect(html("- [x] done\n- [ ] open")).toMatch(/checked[\s\S]*type="checkbox"|type="checkbox"[\s\S]*checked/);
    expect(html("| `a` | b |\n|---|---|\n| `x \\| y` | z |")).toContain("<code>x | y</code>");
    expect(html("Word[^1].\n\n[^1]: The note.")).toMatch(/footnote-ref">1<[\s\S]*The note\./);
  });

  it("keeps box drawing in its lines", () => {
    const box = "```\n┌──┐\n│ok│\n└──┘\n```";
    expect(html(box)).toBe("<fence>┌──┐\n│ok│\n└──┘\n</fence>");
  });

  it("takes a line of 10,000 characters", () => {
    const text = "word ".repeat(2000).trim();
    expect(html(text)).toBe(`<p>${text}</p>\n`);
  });

  it("links places in files", () => {
    expect(html("See src/net/upload.ts:42 there")).toContain('<a href="src/net/upload.ts:42">src/net/upload.ts:42</a>');
    expect(html("See `upload.ts:30-88`.")).toContain('<a href="upload.ts:30-88"><code>upload.ts:30-88</code></a>');
    expect(html("In `src/app.ts` it is.")).toContain('<a href="src/app.ts">');
    for (const text of ["`foo.bar`", "example.com:8080", "at 12:30", "e.g. this", "127.0.0.1:3000"]) {
      expect(html(text)).not.toContain("<a ");
    }
  });

  it("makes no link of what would run something", () => {
    for (const href of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "command:workbench.action.x",
      "java\nscript:x",
    ]) {
      expect(isLink(href)).toBe(false);
      expect(html(`[x](${href})`)).not.toContain("<a ");
    }
    expect(html("[x](https://example.com)")).toContain('<a href="https://example.com">');
  });

  it("shows an image of the network as a link to it", () => {
    expect(html("![logo](https://example.com/a.png)")).not.toContain("<img");
    expect(html("![dot](data:image/png;base64,AAAA)")).toContain('<img src="data:image/png;base64,AAAA"');
    expect(html("![x](data:image/svg+xml;base64,AAAA)")).not.toContain("<img");
  });
});

describe("links to files", () => {
  it("carry line, column and range", () => {
    expect(fileLinkOf("src/a.ts:3")).toEqual({ path: "src/a.ts", line: 3 });
    expect(fileLinkOf("src/a.ts:3:7")).toEqual({ path: "src/a.ts", line: 3, column: 7 });
    expect(fileLinkOf("src/a.ts:3-9")).toEqual({ path: "src/a.ts", line: 3, endLine: 9 });
    expect(fileLinkOf("src/a.ts#L3-L9")).toEqual({ path: "src/a.ts", line: 3, endLine: 9 });
    expect(fileLinkOf("C:\\work\\a.ts:3")).toEqual({ path: "C:\\work\\a.ts", line: 3 });
    expect(fileLinkOf("file:///project/a.ts")).toEqual({ path: "/project/a.ts" });
  });

  it("are not addresses", () => {
    for (const href of ["https://example.com/a.ts:3", "mailto:a@example.com", "#heading", ""])
      expect(fileLinkOf(href)).toBeNull();
  });
});
