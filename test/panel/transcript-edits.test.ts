/** Edits and written files: their lines, what of them is drawn, and the way to VS Code's diff. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Session, startAnswer, update } from "./conversation.ts";
import { Harness, type Panel } from "./harness/panel.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

function group(panel: Panel, name: string) {
  return panel.page.getByRole("group", { name: `Tool ${name}` });
}

async function toggle(panel: Panel, name: string): Promise<void> {
  await group(panel, name).locator(".card-toggle, .row-toggle").click();
}

describe("edits", () => {
  const diff =
    " 41   for (const part of parts) {\n-42     await sleep(500);\n+42     await sleep(backoff(part.tries));\n 43   }\n    ...\n 90 end";

  it("show lines and words that changed, and open VS Code's diff", async () => {
    const session = new Session();
    session.user("Edit it");
    session.tool("edit", { path: "src/net/upload.ts", edits: [] }, "ok", { details: { diff } });
    const panel = await harness.open({ snapshot: session.snapshot });
    const card = group(panel, "edit");
    expect(await card.textContent()).toMatch(/upload\.ts\s*src\/net[\s\S]*\+1[\s\S]*−1/);
    await toggle(panel, "edit");
    expect(await card.locator("mark").allInnerTexts()).toEqual(["500", "backoff(part.tries)"]);
    expect(await card.locator(".diff-removed .diff-number").textContent()).toBe("42");
    await card.getByRole("button", { name: "Open diff" }).click();
    expect(await panel.waitFor("openDiff")).toMatchObject({ path: "src/net/upload.ts" });
    await card.getByRole("button", { name: "upload.ts" }).click();
    expect(await panel.waitFor("openFile")).toMatchObject({ path: "src/net/upload.ts" });
    await panel.close();
  });

  it("case 49: of 5,000 lines are folded, and drawn only when asked for", async () => {
    const session = new Session();
    session.user("Write it");
    session.tool(
      "write",
      { path: "big.txt", content: Array.from({ length: 5000 }, (_, line) => `line ${line}`).join("\n") },
      "ok",
    );
    const panel = await harness.open({ snapshot: session.snapshot });
    const lines = panel.page.locator(".diff-line");
    expect(await lines.count()).toBe(0);
    expect(await group(panel, "write").textContent()).toContain("+5,000");
    await toggle(panel, "write");
    expect(await lines.count()).toBe(24);
    await panel.page.getByRole("button", { name: "Show all 5,000 lines" }).click();
    expect(await lines.count()).toBe(500);
    await panel.close();
  });

  it("case 49: a diff or an output of 5,000 lines costs nothing until it is opened, and little then", async () => {
    const many = Array.from({ length: 5000 }, (_, line) => `line ${line}`);
    const diff = many.map((line, at) => `${at % 2 === 0 ? "-" : "+"}${String(at + 1).padStart(4)} ${line}`).join("\n");
    const session = new Session();
    session.user("Do it");
    session.tool("edit", { path: "big.ts", edits: [] }, "ok", { details: { diff } });
    session.tool("bash", { command: "seq 5000" }, many.join("\n"));
    session.tool("jira_search", { query: "all" }, many.join("\n"));
    session.tool("read", { path: "big.txt" }, many.join("\n"));
    session.message({
      role: "bashExecution",
      command: "seq",
      output: many.join("\n"),
      exitCode: 0,
      cancelled: false,
      truncated: false,
    });
    const panel = await harness.open({ height: 1400, snapshot: session.snapshot });
    const size = () =>
      panel.page.locator(".transcript").evaluate((view) => ({
        elements: view.querySelectorAll("*").length,
        characters: view.textContent?.length ?? 0,
      }));
    expect(await size()).toMatchObject({
      elements: expect.toSatisfy((count) => count < 250),
      characters: expect.toSatisfy((count) => count < 2000),
    });
    for (const toggle of await panel.page.locator(".card-toggle, .row-toggle").all()) await toggle.click();
    // A read folds to its first lines, a command to its last; what scrolls in itself is one text.
    expect((await size()).elements).toBeLessThan(800);
    expect(await panel.page.locator(".diff-line").count()).toBe(24);
    await panel.close();
  });

  it("show the file and a count while their arguments stream", async () => {
    const panel = await harness.open({ snapshot: {}, state: { isStreaming: true } });
    const start = update({ type: "toolcall_start", contentIndex: 0, id: "c", toolName: "write" } as never);
    await panel.push(
      ...startAnswer(),
      start,
      update({ type: "toolcall_delta", contentIndex: 0, delta: '{"path":"src/new.ts","content":"a\\nb\\nc' }),
    );
    expect(await group(panel, "write").textContent()).toMatch(/new\.ts[\s\S]*3 lines/);
    expect(await panel.page.locator(".diff-line").count()).toBe(0);
    await panel.close();
  });
});
