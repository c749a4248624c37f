import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ChatState, HostMessage, MentionItem } from "../../extension/panel/messages.ts";
import { settled, short, user } from "./harness/conversation.ts";
import { request } from "./harness/dialogs.ts";
import { Harness, type OpenOptions, type Panel } from "./harness/panel.ts";
import { button, message, options } from "./harness/parts.ts";
import { sonnet } from "./harness/samples.ts";

let harness: Harness;
let panel: Panel;

beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());
afterEach(async () => {
  await panel.close();
});

/** Strings that run a script, or fetch from elsewhere, wherever they are taken for HTML, CSS or an address. */
const hostile = [
  "<img src=x onerror=window.hit=1>",
  "<script>window.hit=1</script>",
  "<svg><script>window.hit=1</script></svg>",
  '"><iframe srcdoc="<script>parent.hit=1</script>">',
  "javascript:window.hit=1",
  "command:workbench.action.quit",
  "</textarea><img src=https://evil.example/x onerror=window.hit=1>",
  "<style>@import 'https://evil.example/x.css';</style>",
  "<math><mtext></p><style><img src=x onerror=window.hit=1>",
  "{{constructor.constructor('window.hit=1')()}}",
];
const all = hostile.join(" ");

/** Opens a panel, and afterwards tells what has run, what was fetched, and what came to be in the page. */
async function harmless(): Promise<void> {
  const found = await panel.page.evaluate(() => ({
    hit: (window as unknown as { hit?: number }).hit,
    made: [
      ...document.querySelectorAll("#root img, #root iframe, #root script, #root style, #root object, #root embed"),
    ]
      .filter((element) => !element.getAttribute("src")?.startsWith("data:image/"))
      .map((element) => element.outerHTML),
    links: [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href")),
    handlers: [...document.querySelectorAll("#root *")].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith("on")),
    ).length,
  }));
  expect(found).toEqual({ hit: undefined, made: [], links: [], handlers: 0 });
  expect(panel.foreignRequests).toEqual([]);
  expect(panel.problems).toEqual([]);
}

describe("case 63: hostile strings run nowhere", () => {
  test("in titles, messages, options, patterns and placeholders of requests", async () => {
    const requests = [
      request({ method: "select", title: `${all}\n${all}\n\`\`\`\n${all}\n\`\`\``, options: hostile }),
      request({ method: "select", title: "Run?", options: ["Allow once", `Allow for this session (${all})`, "Deny"] }),
      request({ method: "confirm", title: all, message: all }),
      request({ method: "input", title: all, placeholder: all }),
      request({ method: "editor", title: all, prefill: all }),
    ];
    panel = await harness.open({ snapshot: short, state: { isStreaming: true, requests } });
    await panel.page.getByRole("textbox").nth(1).waitFor();
    await panel.page
      .getByText(hostile[0] ?? "")
      .first()
      .waitFor();
    await harmless();
  });

  test("in names, statuses, widgets, queue, changes, errors and notices", async () => {
    const state: Partial<ChatState> = {
      folder: { name: all, path: `/${all}` },
      model: { ...sonnet, name: all, provider: all, baseUrl: "javascript:window.hit=1" },
      models: [{ ...sonnet, name: all, provider: all, id: all, baseUrl: "javascript:window.hit=1" }],
      thinkingLevel: all as ChatState["thinkingLevel"],
      thinkingLevels: [all as ChatState["thinkingLevel"], "off"],
      isStreaming: true,
      queue: { steering: [all], followUp: [all] },
      retry: { attempt: 1, maxAttempts: 2, delayMs: 60_000, startedAt: Date.now(), errorMessage: all },
      statuses: [{ key: all, text: all }],
      widgets: [{ key: all, lines: hostile, placement: "aboveEditor" }],
      changes: [{ path: all, added: 1, removed: 1 }],
      approval: all as ChatState["approval"],
      agent: { phase: "failed", since: 0, error: { title: all, message: all, stderr: hostile } },
    };
    panel = await harness.open({ snapshot: short, state });
    await panel.push({ kind: "notice", at: Date.now(), level: "error", text: all, toast: true });
    await button(panel, "Changed files").click();
    await button(panel, /^Model/).click();
    await options(panel).first().waitFor();
    await harmless();
  });

  test("in commands, mentions and texts for the composer", async () => {
    const items: MentionItem[] = hostile.map((text) => ({ kind: "file", label: text, insert: text, detail: text }));
    const commands = hostile.map((text, index) => {
      return { name: `c${index}`, description: text, argumentHint: text, source: "prompt" as const };
    });
    const respond: OpenOptions["respond"] = (asked) =>
      asked.type === "query" ? { ok: true, data: { items } } : undefined;
    panel = await harness.open({ state: { commands }, respond });
    await message(panel).pressSequentially("@x");
    await options(panel).first().waitFor();
    await harmless();
    await message(panel).fill("");
    await message(panel).pressSequentially("/c");
    await options(panel).first().waitFor();
    await harmless();
    await panel.push({ kind: "composer", text: all, mode: "replace", reason: "server" });
    expect(await message(panel).inputValue()).toBe(all);
    await harmless();
  });

  test("in images: what is no image is no chip's address", async () => {
    const images = [{ type: "image" as const, data: '"><img src=x onerror=window.hit=1>', mimeType: "text/html" }];
    panel = await harness.open({ snapshot: { draft: { text: "x", caret: 0, images } } });
    await button(panel, "Image 1").waitFor();
    expect(await panel.page.locator(".chip img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(0);
    expect(await panel.page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
    expect(panel.foreignRequests).toEqual([]);
    panel.problems.length = 0; // the browser says that it loads no such image
  });
});

describe("case 62: nothing comes from elsewhere", () => {
  test("it refuses remote images, inline scripts and eval", async () => {
    panel = await harness.open();
    const refused = await panel.page.evaluate(async () => {
      const found: string[] = [];
      document.addEventListener("securitypolicyviolation", (event) => found.push(event.effectiveDirective));
      const image = new Image();
      image.src = "https://evil.example/x.png";
      const script = document.createElement("script");
      script.textContent = "window.hit = 1";
      document.body.append(image, script);
      await fetch("https://evil.example/").catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve));
      return found.sort();
    });
    expect(refused).toEqual(["connect-src", "img-src", "script-src-elem"]);
    panel.problems.length = 0; // the browser says what it refuses
    expect(await panel.page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
  });
});

describe("case 66: messages that do not fit", () => {
  test("are dropped, and the panel goes on", async () => {
    panel = await harness.open({ snapshot: settled(user("Go")) });
    for (const odd of [null, 5, "x", [], {}, { type: "nonsense" }, { type: "batch", from: 99, to: 100, records: [] }]) {
      await panel.deliver(odd as unknown as HostMessage);
    }
    await message(panel).fill("Still here");
    await message(panel).press("Enter");
    expect(await panel.waitFor("send")).toMatchObject({ text: "Still here" });
    expect(panel.problems).toEqual([]);
  });
});
