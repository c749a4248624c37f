/** Find: over the data, so that what is folded or off the screen counts, and older pages do. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { conversation, Session } from "./conversation.ts";
import { Harness, type OpenOptions, type Panel } from "./harness/panel.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

function sample(): Session {
  const session = new Session();
  session.user("Which delay do we use, fixed or back-off?");
  session.answer([
    { type: "thinking", thinking: "There is a back-off in upload. And the back-off again." },
    { type: "text", text: "Uploads use **back-off**; see `back-off.ts`.\n\n```ts\n// Back-off in ms\n```" },
  ]);
  return session;
}

async function find(options: OpenOptions, text: string): Promise<Panel> {
  const panel = await harness.open(options);
  await panel.page.locator(".bubble").first().waitFor();
  await panel.page.keyboard.press("Control+f");
  await field(panel).fill(text);
  return panel;
}

function field(panel: Panel) {
  return panel.page.getByRole("textbox", { name: "Find in the conversation" });
}

function count(panel: Panel) {
  return panel.page.locator(".find-number");
}

/** Text of the current match, as it is marked. */
function current(panel: Panel): Promise<string | undefined> {
  return panel.page.evaluate(() => [...(CSS.highlights.get("find-current") ?? [])][0]?.toString());
}

describe("case 61: find", () => {
  it("counts folded blocks, says so on them, and opens them for the current match", async () => {
    const panel = await find({ snapshot: sample().snapshot }, "back-off");
    await expect.poll(() => count(panel).textContent()).toBe("1 of 6");
    expect(await panel.page.getByRole("group", { name: "Thinking" }).textContent()).toContain("2 matches inside");
    await expect.poll(() => current(panel)).toBe("back-off");
    await field(panel).press("Enter");
    await expect.poll(() => count(panel).textContent()).toBe("2 of 6");
    await panel.page.getByText("There is a back-off in upload.").waitFor();
    await panel.page.locator(".find-box").first().waitFor();
    await field(panel).press("Shift+Enter");
    await expect.poll(() => count(panel).textContent()).toBe("1 of 6");
    await field(panel).press("Shift+Enter");
    await expect.poll(() => count(panel).textContent()).toBe("6 of 6");
    await panel.close();
  });

  it("knows case, whole words and regular expressions", async () => {
    const panel = await find({ snapshot: sample().snapshot }, "back-off");
    await expect.poll(() => count(panel).textContent()).toBe("1 of 6");
    await panel.page.getByRole("button", { name: "Match case" }).click();
    await expect.poll(() => count(panel).textContent()).toBe("1 of 5");
    await field(panel).fill("upload");
    await expect.poll(() => count(panel).textContent()).toBe("1 of 1");
    await panel.page.getByRole("button", { name: "Match case" }).click();
    await expect.poll(() => count(panel).textContent()).toBe("1 of 2");
    await panel.page.getByRole("button", { name: "Match whole word" }).click();
    await expect.poll(() => count(panel).textContent()).toBe("1 of 1");
    await panel.page.getByRole("button", { name: "Match whole word" }).click();
    await panel.page.getByRole("button", { name: "Use regular expression" }).click();
    await field(panel).fill("back.off\\.ts");
    await expect.poll(() => count(panel).textContent()).toBe("1 of 1");
    await field(panel).fill("(");
    await expect.poll(() => count(panel).textContent()).toBe("No results");
    await panel.close();
  });

  it("goes to lines that are off the screen, and stays closed out of the way", async () => {
    const panel = await find({ snapshot: conversation(400) }, "word-7");
    // word-7 and word-70 … word-79, and those with three digits.
    await expect.poll(() => count(panel).textContent()).toBe("1 of 11");
    await panel.page.getByText("Question 7", { exact: true }).first().waitFor();
    await field(panel).press("F3");
    await expect.poll(() => count(panel).textContent()).toBe("2 of 11");
    await expect.poll(() => current(panel)).toBe("word-7");
    await field(panel).press("Escape");
    await field(panel).waitFor({ state: "detached" });
    expect(await panel.page.evaluate(() => CSS.highlights.size)).toBe(0);
    expect(await panel.page.locator(".find-count").count()).toBe(0);
    await panel.close();
  });

  it("brings older pages until all is searched", async () => {
    const all = conversation(60);
    const entries = all.entries ?? [];
    const start = entries.length - 40;
    const panel = await find(
      {
        snapshot: { ...all, entries: entries.slice(start), olderCount: start },
        respond: (message) => {
          if (message.type !== "query" || message.what !== "older") return undefined;
          const end = entries.findIndex(({ id }) => id === message.before);
          const from = Math.max(0, end - 100);
          return { ok: true, data: { entries: entries.slice(from, end), olderCount: from } };
        },
      },
      "Answer",
    );
    await expect.poll(() => count(panel).textContent(), { timeout: 20_000 }).toMatch(/of 60$/);
    expect(panel.problems).toEqual([]);
    await panel.close();
  });

  it("searches what the host cut for size, in every kind of block, and shows it there", async () => {
    const padding = "padding ".repeat(50);
    const whole = new Session();
    whole.user("Show all of it");
    whole.answer([{ type: "thinking", thinking: `${padding} needle in thought` }]);
    whole.tool("bash", { command: "cat" }, `${padding}\nneedle in output`);
    whole.tool("write", { path: "a.txt", content: `${padding}\nneedle in content` }, "ok");
    whole.tool("jira_search", { query: "x" }, `${padding} needle in result`);
    whole.add({
      type: "compaction",
      summary: `${padding}\nneedle in summary`,
      firstKeptEntryId: null,
      tokensBefore: 1,
    });
    whole.answer([{ type: "text", text: `${padding} needle in text` }]);
    const cut = JSON.parse(JSON.stringify(whole.entries), (_, value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      const fields = Object.entries(value as Record<string, unknown>);
      if (!fields.some(([, field]) => typeof field === "string" && field.startsWith("padding"))) return value;
      const short = fields.map(([key, field]) => [key, typeof field === "string" ? field.slice(0, 40) : field]);
      return { ...Object.fromEntries(short), clipped: { bytes: 60_000 } };
    });
    let answered = 0;
    const panel = await find(
      {
        snapshot: { ...whole.snapshot, entries: cut },
        respond: (message) => {
          if (message.type !== "query" || message.what !== "texts") return undefined;
          answered += 1;
          // A host sends as many as fit into one message: here two at a time.
          const wanted = whole.entries.filter(({ id }) => message.entryIds.includes(id));
          return { ok: true, data: { entries: wanted.slice(0, 2) } };
        },
      },
      "needle",
    );
    await expect.poll(() => count(panel).textContent()).toMatch(/of 6$/);
    expect(answered).toBe(3);
    const places = [
      "needle in thought",
      "needle in output",
      "needle in content",
      "needle in result",
      "needle in summary",
      "needle in text",
    ];
    const shown = () =>
      panel.page.evaluate(() => {
        const [range] = (CSS.highlights.get("find-current") ?? []) as unknown as Iterable<Range>;
        return range?.startContainer.textContent ?? "";
      });
    for (const [index, place] of places.entries()) {
      await expect.poll(() => count(panel).textContent()).toBe(`${index + 1} of 6`);
      await expect.poll(shown, { message: place }).toContain(place);
      await field(panel).press("Enter");
    }
    await panel.close();
  });

  it("shows what a row holds back: earlier lines, the rest of a diff, closed branches, one row of a run", async () => {
    const lines = Array.from({ length: 60 }, (_, line) => `line ${line}`);
    const session = new Session();
    session.user("Look");
    session.tool("bash", { command: "cat" }, ["needle in output", ...lines].join("\n"));
    session.tool("edit", { path: "a.ts", edits: [] }, "ok", {
      details: { diff: [...lines, "needle in diff"].map((line, at) => `+${at + 1} ${line}`).join("\n") },
    });
    session.tool(
      "jira_search",
      { query: "x" },
      JSON.stringify([{ fields: { deep: { text: "needle in branch" } } }, 2]),
    );
    session.tool("read", { path: "first.ts" }, lines.join("\n"));
    session.tool("read", { path: "second.ts" }, "needle in file");
    session.tool("read", { path: "needle/third.ts" }, "nothing");
    session.answer([{ type: "text", text: "Seen." }]);
    const panel = await find({ snapshot: session.snapshot }, "needle");
    const shown = () =>
      panel.page.evaluate(() => {
        const [range] = (CSS.highlights.get("find-current") ?? []) as unknown as Iterable<Range>;
        return range?.startContainer.parentElement?.closest("div, pre")?.textContent ?? "";
      });
    for (const [index, place] of ["in output", "in diff", "in branch", "in file"].entries()) {
      await expect.poll(() => count(panel).textContent()).toBe(`${index + 1} of 5`);
      await expect.poll(shown, { message: place }).toContain(`needle ${place}`);
      await panel.page.locator(".find-box").first().waitFor();
      await field(panel).press("Enter");
    }
    // The path of a file is drawn by its name: the row is marked.
    await expect.poll(() => count(panel).textContent()).toBe("5 of 5");
    await expect.poll(() => current(panel)).toBeUndefined();
    const box = await panel.page.locator(".find-box").first().boundingBox();
    const row = await panel.page.locator("[data-row]", { hasText: "third.ts" }).boundingBox();
    expect(Math.abs((box?.y ?? 0) - (row?.y ?? -9))).toBeLessThanOrEqual(1);
    await panel.close();
  });

  it("keeps its match while others are found before it", async () => {
    const all = conversation(60);
    const entries = all.entries ?? [];
    const start = entries.length - 40;
    let go: (() => void) | undefined;
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    const panel = await find(
      {
        snapshot: { ...all, entries: entries.slice(start), olderCount: start },
        respond: async (message) => {
          if (message.type !== "query" || message.what !== "older") return { ok: true };
          await wait;
          const end = entries.findIndex(({ id }) => id === message.before);
          return { ok: true, data: { entries: entries.slice(0, end), olderCount: 0 } };
        },
      },
      "Answer",
    );
    // All that is loaded is searched, and the rest is waited for.
    const few = entries.slice(start).filter((entry) => JSON.stringify(entry).includes("Answer")).length;
    await expect.poll(() => count(panel).textContent()).toMatch(new RegExp(`^1 of ${few}\\+$`));
    const words = () => panel.page.locator(".find-number").textContent();
    go?.();
    await expect.poll(words).toBe(`${60 - few + 1} of 60`);
    await panel.close();
  });

  it("takes the key it promises and gives it back", async () => {
    const panel = await harness.open({ snapshot: conversation(1) });
    await panel.push({ kind: "focus", target: "find" });
    await field(panel).waitFor();
    expect(await field(panel).evaluate((input) => input === document.activeElement)).toBe(true);
    await panel.close();
  });
});
