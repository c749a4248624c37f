/** The session tree in the panel: branches, search, filters, keys and what can be done from an entry. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TreeRow } from "../../extension/panel/messages.ts";
import { conversation } from "./conversation.ts";
import { Harness, type OpenOptions, type Panel } from "./harness/panel.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

const time = Date.UTC(2026, 10, 30, 9);

function row(
  id: string,
  parentId: string | null,
  kind: TreeRow["kind"],
  text: string,
  patch: Partial<TreeRow> = {},
): TreeRow {
  return { id, parentId, kind, text, at: time, onPath: true, ...patch };
}

const off = { onPath: false };
const rows: TreeRow[] = [
  row("a", null, "user", "The upload test is flaky"),
  row("b", "a", "assistant", "It races the retry timer"),
  row("b1", "b", "assistant", "bash, read"),
  row("b2", "b1", "tool", "bash: ok"),
  row("c", "b2", "user", "Keep the public API"),
  row("d", "c", "user", "Try a lock instead", { ...off, label: "tried lock" }),
  row("e", "d", "assistant", "The lock is held too long", off),
  row("f", "e", "user", "Use a queue per upload", off),
  row("g", "e", "user", "Drop the lock after hashing", off),
  row("h", "c", "branchSummary", "lock ruled out"),
  row("i", "h", "assistant", "Fixed with back-off"),
];

async function openTree(options: OpenOptions = {}, nodes: readonly TreeRow[] = rows): Promise<Panel> {
  const panel = await harness.open({
    snapshot: conversation(1),
    respond: (message) => {
      if (message.type === "query" && message.what === "tree") return { ok: true, data: { nodes, leafId: "i" } };
      if (message.type === "query" && message.what === "entry") return { ok: false, error: "The entry is gone" };
      if (message.type !== "command") return undefined;
      const editorText = message.command === "navigate_tree" ? { editorText: "Use a queue per upload" } : {};
      return { ok: true, data: { cancelled: false, ...editorText } };
    },
    ...options,
  });
  await panel.push({ kind: "focus", target: "tree" });
  await panel.page.getByRole("treeitem").first().waitFor();
  return panel;
}

async function names(panel: Panel): Promise<string[]> {
  return (await panel.page.locator(".tree-text").allInnerTexts()).map((text) => text.trim());
}

function selected(panel: Panel): Promise<string | null> {
  return panel.page.locator("[role=treeitem][aria-selected=true] .tree-text").textContent();
}

describe("the session tree", () => {
  it("lists messages and branches, and says which is current", async () => {
    const panel = await openTree();
    expect(await panel.page.getByRole("tree", { name: "Session tree" }).count()).toBe(1);
    expect(await names(panel)).toEqual([
      "The upload test is flaky",
      "It races the retry timer",
      "Keep the public API",
      "Try a lock instead",
      "The lock is held too long",
      "Use a queue per upload",
      "Drop the lock after hashing",
      "Branch summary: lock ruled out",
      "Fixed with back-off",
    ]);
    expect(await panel.page.locator(".tree-current").textContent()).toMatch(/Fixed with back-off\s*current/);
    expect(await panel.page.locator(".tree-count").textContent()).toBe("3 branches");
    expect(panel.problems).toEqual([]);
    await panel.close();
  });

  it("filters and searches", async () => {
    const panel = await openTree();
    await panel.page.getByRole("button", { name: "With tools" }).click();
    expect(await names(panel)).toContain("bash: ok");
    await panel.page.getByRole("button", { name: "Labelled" }).click();
    expect(await names(panel)).toEqual(["Try a lock instead"]);
    await panel.page.getByRole("button", { name: "Messages" }).click();
    const search = panel.page.getByRole("textbox", { name: "Search messages and labels" });
    await search.fill("lock");
    expect(await names(panel)).toHaveLength(4);
    expect(await panel.page.locator(".match").first().textContent()).toBe("lock");
    await search.fill("nothing like it");
    expect(await panel.page.locator(".tree-empty").textContent()).toBe("No results");
    await panel.close();
  });

  it("is walked by keyboard, and folds branches", async () => {
    const panel = await openTree();
    await expect.poll(() => panel.page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("tree");
    await panel.page.keyboard.press("Home");
    expect(await selected(panel)).toBe("The upload test is flaky");
    for (let step = 0; step < 5; step += 1) await panel.page.keyboard.press("ArrowDown");
    expect(await selected(panel)).toBe("Use a queue per upload");
    await panel.page.keyboard.press("ArrowLeft");
    expect(await selected(panel)).toBe("The lock is held too long");
    await panel.page.keyboard.press("ArrowLeft");
    expect(await selected(panel)).toBe("Try a lock instead");
    await panel.page.keyboard.press("ArrowLeft");
    expect(await panel.page.getByRole("treeitem", { selected: true }).textContent()).toContain("3 more");
    expect(await names(panel)).toHaveLength(6);
    await panel.page.keyboard.press("ArrowRight");
    expect(await names(panel)).toHaveLength(9);
    await panel.page.keyboard.press("/");
    expect(await panel.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "Search messages and labels",
    );
    await panel.close();
  });

  it("goes to an entry, and puts the text of a message into the composer", async () => {
    const panel = await openTree();
    await panel.page.getByText("Use a queue per upload").click();
    await panel.page.keyboard.press("Enter");
    expect(await panel.waitFor("command")).toMatchObject({ command: "navigate_tree", args: { targetId: "f" } });
    await panel.page.getByRole("tree").waitFor({ state: "detached" });
    await expect
      .poll(() => panel.page.getByRole("textbox", { name: "Message" }).inputValue())
      .toBe("Use a queue per upload");
    await panel.close();
  });

  it("forks, clones and labels", async () => {
    const panel = await openTree();
    await panel.page.getByText("Keep the public API").click();
    await panel.page.getByRole("button", { name: "Label", exact: true }).click();
    await panel.page.getByRole("textbox", { name: "Label", exact: true }).fill("api");
    await panel.page.keyboard.press("Enter");
    expect(await panel.waitFor("command")).toMatchObject({
      command: "set_label",
      args: { targetId: "c", label: "api" },
    });
    await panel.page.getByRole("button", { name: "Fork" }).click();
    expect(await panel.waitFor("command", 1)).toMatchObject({ command: "fork", args: { entryId: "c" } });
    await panel.close();
  });

  it("falls back to a fork where the server cannot go back", async () => {
    const panel = await openTree({ state: { extras: [] } });
    await panel.page.getByText("Keep the public API").click();
    await panel.page.getByRole("button", { name: "Go here" }).click();
    expect(await panel.waitFor("command")).toMatchObject({ command: "fork", args: { entryId: "c" } });
    await panel.close();
  });

  it("draws only what is on screen, of 50,000 entries", async () => {
    const many = Array.from({ length: 50_000 }, (_, index) =>
      row(`n${index}`, index === 0 ? null : `n${index - 1}`, index % 2 ? "assistant" : "user", `Message ${index}`),
    );
    const panel = await openTree({}, many);
    expect(await panel.page.getByRole("treeitem").count()).toBeLessThan(80);
    await panel.page.keyboard.press("End");
    await panel.page.locator(".tree-text", { hasText: "Message 49999" }).waitFor();
    await panel.close();
  });

  it("closes with Escape, and gives the chat back as it was", async () => {
    const panel = await openTree();
    await panel.page.keyboard.press("Escape");
    await panel.page.getByRole("log", { name: "Conversation" }).waitFor();
    expect(await panel.page.getByRole("tree").count()).toBe(0);
    await panel.close();
  });
});
