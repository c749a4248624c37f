/** Markdown in the browser: safe, steady while it streams, and useful once it is there. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assistant, event, Session, startAnswer, textDelta, thinkingDelta, toolRun } from "./conversation.ts";
import { Harness, type Panel } from "./harness/panel.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

function show(text: string): Promise<Panel> {
  const session = new Session();
  session.user("Show me");
  session.answer([{ type: "text", text }]);
  return harness.open({ snapshot: session.snapshot });
}

const hostile = [
  "<script>window.hacked = 1</script>",
  "<img src=x onerror='window.hacked=1'>",
  "<svg onload='window.hacked=1'><script>window.hacked=1</script></svg>",
  "![x](https://evil.example/a.png)",
  '![x](https://evil.example/a.svg "title")',
  "[x](javascript:window.hacked=1)",
  "[x](command:workbench.action.quit)",
  "[x](data:text/html;base64,PHNjcmlwdD53aW5kb3cuaGFja2VkPTE8L3NjcmlwdD4=)",
  "<https://evil.example/prefetch>",
  "<link rel=prefetch href=https://evil.example/p><style>@import url(https://evil.example/c.css)</style>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=window.hacked=1&gt;'>",
  "<iframe srcdoc='<script>parent.hacked=1</script>'></iframe>",
  "```html\n<img src=x onerror='window.hacked=1'>\n```",
  "```js\n</code></pre><img src=x onerror=window.hacked=1>\n```",
  "| <img src=x onerror=window.hacked=1> | [y](javascript:window.hacked=1) |\n|---|---|\n| a | b |",
  "$\\href{javascript:window.hacked=1}{x}$ $\\includegraphics{https://evil.example/a.png}$",
  "[^1]: <img src=x onerror=window.hacked=1>\n\n[^1]",
  "> [!NOTE] <img src=x onerror=window.hacked=1>\n> x",
  "\u202e`<b onmouseover=window.hacked=1>`",
].join("\n\n");

describe("hostile text", () => {
  it("runs nothing and fetches nothing, wherever it stands", async () => {
    const session = new Session();
    session.user(hostile);
    session.answer([
      { type: "thinking", thinking: hostile },
      { type: "text", text: hostile },
    ]);
    session.tool("bash", { command: hostile }, hostile, { isError: true });
    session.tool(
      "<img src=x onerror=window.hacked=1>",
      { "<b>": hostile },
      JSON.stringify({ "<img src=x onerror=window.hacked=1>": hostile }),
      { isError: true },
    );
    session.tool("edit", { path: hostile.slice(0, 60), edits: [{ oldText: hostile, newText: `${hostile}!` }] });
    session.add({ type: "compaction", summary: hostile, firstKeptEntryId: null, tokensBefore: 1 });
    session.add({ type: "branch_summary", summary: hostile, fromId: "x" });
    session.add({ type: "custom", customType: hostile, data: { [hostile]: hostile } });
    session.add({ type: "label", targetId: "00001000", label: hostile });
    session.answer([{ type: "text", text: hostile }], { stopReason: "error", errorMessage: hostile });
    const panel = await harness.open({
      height: 4000,
      snapshot: session.snapshot,
      state: { session: { id: "s1", name: hostile } },
    });
    await panel.push({ kind: "notice", at: 1, level: "error", text: hostile, toast: true });
    await panel.push({
      kind: "requestDone",
      at: 1,
      id: "r",
      title: hostile,
      outcome: { kind: "answered", text: hostile },
    });
    await panel.page.evaluate(() => {
      for (const fold of document.querySelectorAll<HTMLElement>("[aria-expanded=false]")) fold.click();
    });
    await panel.page.locator("math, .math-source").first().waitFor({ state: "attached" });
    // Events that hostile markup waits for.
    await panel.page.locator(".markdown").first().hover();
    expect(await panel.page.evaluate(() => "hacked" in window)).toBe(false);
    expect(panel.foreignRequests).toEqual([]);
    expect(await panel.page.locator(".transcript :is(script, iframe, link, style, object, embed, form)").count()).toBe(
      0,
    );
    expect(await panel.page.locator(".transcript [href], .transcript img:not([src^='data:image/'])").count()).toBe(0);
    expect(panel.problems).toEqual([]);
    await panel.close();
  });
});

describe("case 47: a streaming answer", () => {
  it("keeps the elements of what is closed, and of the last paragraph", async () => {
    const panel = await harness.open({ snapshot: {}, state: { isStreaming: true } });
    await panel.push(
      ...startAnswer(),
      textDelta("# Title\n\nFirst **bold** paragraph.\n\n```js\nlet a;\n```\n\nSecond par"),
    );
    await panel.page.locator(".code-card").waitFor();
    const marks = await panel.page.evaluate(() => {
      const found = [...document.querySelectorAll(".markdown h1, .markdown p, .markdown .code-card")];
      for (const [index, element] of found.entries()) (element as HTMLElement & { mark: number }).mark = index;
      return found.length;
    });
    expect(marks).toBe(4);
    for (const text of ["agraph", " goes on", " and on.\n\n- item", "\n- item two\n\nThird."])
      await panel.push(textDelta(text));
    const kept = () =>
      panel.page.evaluate(() =>
        [...document.querySelectorAll(".markdown h1, .markdown p, .markdown .code-card")].map(
          (element) => (element as HTMLElement & { mark?: number }).mark ?? -1,
        ),
      );
    expect(await kept()).toEqual([0, 1, 2, 3, -1]);
    // Settling changes no element either.
    const content = [
      {
        type: "text" as const,
        text: "# Title\n\nFirst **bold** paragraph.\n\n```js\nlet a;\n```\n\nSecond paragraph goes on and on.\n\n- item\n- item two\n\nThird.",
      },
    ];
    await panel.push(event({ type: "message_end", message: assistant({ content }) }));
    await panel.state({ isStreaming: false });
    expect(await kept()).toEqual([0, 1, 2, 3, -1]);
    await panel.close();
  });

  it("never touches a block that is closed, whatever comes after it", async () => {
    const panel = await harness.open({ height: 1200, snapshot: {}, state: { isStreaming: true } });
    await panel.push(...startAnswer());
    const kinds = [
      "# Heading `x`",
      "A **paragraph** with [a link](https://example.com).",
      "- one\n  - inner\n\n    ```sh\n    ls\n    ```\n\n    after\n- two",
      "| a | b |\n|---|---|\n| `1` | 2 |",
      "> [!NOTE]\n> Mind this.",
      "```ts\nconst a = 1;\n```",
      "1. first\n2. second",
      "***",
      "$$\nx^2\n$$",
      "<final>done</final>",
      "Last words.",
    ];
    const text = kinds.join("\n\n");
    let seen = 0;
    for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) {
      await panel.push(textDelta(piece));
      const report = await panel.page.evaluate(() => {
        const store = window as unknown as { closedBlocks?: Map<Element, string> };
        store.closedBlocks ??= new Map();
        const blocks = [...document.querySelectorAll(".markdown > .block")];
        const gone = [...store.closedBlocks].filter(
          ([block, words]) => !block.isConnected || block.textContent !== words,
        );
        // The last one is still being written; formulas are drawn when their code has come.
        for (const block of blocks.slice(0, -1)) {
          if (!block.querySelector(".math, math")) store.closedBlocks.set(block, block.textContent ?? "");
        }
        return { gone: gone.map(([, words]) => words), closed: store.closedBlocks.size };
      });
      expect(report.gone, `after ${JSON.stringify(piece)}`).toEqual([]);
      seen = report.closed;
    }
    expect(seen).toBe(kinds.length - 2);
    await panel.close();
  });

  it("never shows half-arrived markup", async () => {
    const panel = await harness.open({ snapshot: {}, state: { isStreaming: true } });
    await panel.push(...startAnswer());
    const text =
      "Some **bold words** and `code` with a [link](https://example.com/path) there.\n\n## Heading\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n\nEnd.";
    for (const [index, char] of [...text].entries()) {
      if (index % 3 === 0 || index === text.length - 1) {
        await panel.push(textDelta(text.slice(index - (index % 3), index + 3).slice(0, 3)));
        const shown = await panel.page
          .locator(".markdown")
          .textContent()
          .catch(() => "");
        expect(shown, `after ${JSON.stringify(text.slice(0, index + 3))}, ${char}`).not.toMatch(/\*\*|`|\]\(|##|\|/);
      }
    }
    await panel.close();
  });

  it("draws an open fence in plain, and colours it once it is closed", async () => {
    const panel = await harness.open({ snapshot: {}, state: { isStreaming: true } });
    await panel.push(...startAnswer(), textDelta("```ts\nconst a = 1;\n"));
    expect(await panel.page.locator(".code-card button").count()).toBe(0);
    const height = () => panel.page.locator(".code-card").evaluate((card) => card.getBoundingClientRect().height);
    const open = await height();
    await panel.push(textDelta("```\n"));
    await panel.page.locator(".code-card .hljs-declaring").waitFor();
    expect(await height()).toBe(open);
    expect(await panel.page.getByRole("button", { name: "Copy", exact: true }).count()).toBe(1);
    await panel.close();
  });
});

describe("code blocks", () => {
  it("are copied, inserted, put into a new file, run in a terminal and wrapped", async () => {
    const panel = await show("```sh\nnpm test\n```");
    const card = panel.page.locator(".code-card");
    await card.getByRole("button", { name: "Copy" }).click();
    expect(await panel.waitFor("copy")).toMatchObject({ text: "npm test" });
    await card.getByRole("button", { name: "Insert at cursor" }).click();
    await card.getByRole("button", { name: "New file" }).click();
    await card.getByRole("button", { name: "More" }).click();
    await panel.page.getByRole("menuitem", { name: "Run in terminal" }).click();
    expect(await panel.waitFor("code", 2)).toMatchObject({ action: "runInTerminal", text: "npm test", language: "sh" });
    expect((await panel.received("code")).map(({ action }) => action)).toEqual(["insert", "newFile", "runInTerminal"]);
    await card.getByRole("button", { name: "More" }).click();
    await panel.page.getByRole("menuitem", { name: "Wrap lines" }).click();
    expect(await card.getAttribute("data-wrap")).not.toBeNull();
    await panel.close();
  });

  it("in lists have the same card", async () => {
    const panel = await show("1. one\n\n   ```js\n   let a = 1;\n   ```\n\n   after\n2. two");
    expect(await panel.page.locator("li .code-card").textContent()).toContain("let a = 1;");
    expect(await panel.page.locator("ol > li").count()).toBe(2);
    await panel.close();
  });

  it("of Mermaid open as a diagram in a sandboxed frame", async () => {
    const panel = await show("```mermaid\ngraph TD\n  A[Start] --> B[End]\n```");
    await panel.page.getByRole("button", { name: "Show diagram" }).click();
    const frame = panel.page.frameLocator("iframe.code-diagram");
    await frame.locator("svg").waitFor();
    expect(await frame.locator("svg").innerHTML()).toContain("Start");
    expect(await panel.page.locator("iframe").getAttribute("sandbox")).toBe("allow-scripts");
    await panel.page.waitForFunction(() => Number(document.querySelector("iframe")?.height) > 130);
    expect(panel.foreignRequests).toEqual([]);
    await panel.page.getByRole("button", { name: "Show diagram" }).click();
    await panel.page.locator("iframe").waitFor({ state: "detached" });
    expect(panel.problems).toEqual([]);
    await panel.close();
  });
});

describe("links", () => {
  it("to files open them at their line, others go to the host", async () => {
    const panel = await show(
      "See src/net/upload.ts:42 and `app.ts:3-9`, [docs](https://example.com/a), [notes](docs/notes.md).",
    );
    const links = panel.page.locator(".markdown a");
    for (const link of await links.all()) await link.click();
    expect(await panel.received("openFile")).toMatchObject([
      { path: "src/net/upload.ts", line: 42 },
      { path: "app.ts", line: 3, endLine: 9 },
      { path: "docs/notes.md" },
    ]);
    expect(await panel.received("openLink")).toMatchObject([{ href: "https://example.com/a" }]);
    await panel.close();
  });
});

describe("formulas", () => {
  it("are drawn; what cannot be read stays as it is written", async () => {
    const panel = await show("Euler: $e^{i\\pi} = -1$.\n\n$$\n\\frac{a}{b}\n$$\n\nBroken: $\\frac{$. Costs $5 and $6.");
    await panel.page.locator("math").nth(1).waitFor();
    expect(await panel.page.locator("math").count()).toBe(2);
    expect(await panel.page.locator(".markdown").textContent()).toContain("Costs $5 and $6.");
    expect(panel.problems).toEqual([]);
    await panel.close();
  });
});

describe("text of any direction", () => {
  it("is laid out block by block, code always left to right", async () => {
    const panel = await show("שלום עולם\n\nHello world\n\n```js\nlet a = 1;\n```\n\n- مرحبا\n- one");
    const directions = await panel.page
      .locator(".markdown")
      .evaluate((markdown) =>
        [...markdown.querySelectorAll("p, pre, li")].map((block) => getComputedStyle(block).direction),
      );
    expect(directions.slice(0, 3)).toEqual(["rtl", "ltr", "ltr"]);
    await panel.close();
  });

  it("is copied out whole", async () => {
    const text = "日本語 👩‍👩‍👧 שלום **مرحبا**";
    const panel = await show(text);
    await panel.page.getByRole("button", { name: "Copy answer as Markdown" }).click();
    expect(await panel.waitFor("copy")).toMatchObject({ text });
    await panel.close();
  });
});

describe("thinking and tools", () => {
  it("stream through the same Markdown", async () => {
    const panel = await harness.open({ snapshot: {}, state: { isStreaming: true } });
    await panel.push(
      ...startAnswer(),
      thinkingDelta("Look at **this** fir"),
      thinkingDelta("st.\n\n1. one"),
      ...toolRun("read", { path: "a.ts" }),
    );
    expect(await panel.page.getByRole("group", { name: "Thinking" }).locator("strong").textContent()).toBe("this");
    await panel.close();
  });
});
