/** What stands in the bar under the text: the model, the thinking level, the context. */
import { describe, expect, test } from "vitest";
import { event, settled, user } from "./harness/conversation.ts";
import { onePanel } from "./harness/one-panel.ts";
import type { Panel } from "./harness/panel.ts";
import { button, focused, options } from "./harness/parts.ts";
import { haiku, opus, qwen, sonnet, stats } from "./harness/samples.ts";

let panel: Panel;
const open = onePanel((opened) => {
  panel = opened;
});
describe("the model, thinking and the context", () => {
  test("the model popup searches, shows size and price, and sets the model", async () => {
    await open({ state: { models: [sonnet, opus, haiku, qwen] } });
    await button(panel, "Model: Sonnet 4.5").click();
    expect(await options(panel).allTextContents()).toEqual([
      "Sonnet 4.5200k · $3 / $15",
      "Opus 4.5200k · $5 / $25",
      "Haiku 4.5200k · $1 / $5",
      "Qwen3 Coder 30B32k · local",
    ]);
    await panel.page.keyboard.type("hai");
    await panel.page.keyboard.press("Enter");
    const args = { provider: "anthropic", modelId: "haiku-4-5" };
    expect(await panel.waitFor("command")).toMatchObject({ command: "set_model", args });
    expect(await focused(panel)).toBe("Message");
  });

  test("thinking levels are picked by keyboard, in the bar and in the model popup", async () => {
    await open();
    await button(panel, "Thinking: Medium").focus();
    await panel.page.keyboard.press("Enter");
    await options(panel).first().waitFor();
    await panel.page.keyboard.press("ArrowDown");
    await panel.page.keyboard.press("Enter");
    expect(await panel.waitFor("command")).toMatchObject({ command: "set_thinking_level", args: { level: "high" } });
    await button(panel, /^Model/).click();
    await panel.page.getByRole("radio", { name: "Medium" }).focus();
    await panel.page.keyboard.press("ArrowLeft");
    expect(await panel.waitFor("command", 1)).toMatchObject({ command: "set_thinking_level", args: { level: "low" } });
  });

  test("case 67: the meter shows what the server says, unknown and beyond the end included", async () => {
    await open({ state: { stats: stats(124_000) } });
    const meter = panel.page.getByRole("meter", { name: "Context" });
    expect(await meter.getAttribute("aria-valuetext")).toBe("124k of 200k · 62%");
    expect(await meter.getAttribute("aria-valuenow")).toBe("62");
    await panel.state({ stats: stats(null) });
    expect(await meter.textContent()).toBe("—");
    expect(await meter.getAttribute("aria-valuetext")).toBe("Known after the next reply");
    await panel.state({ stats: stats(206_000) });
    expect(await meter.textContent()).toBe("103%");
    expect(await meter.getAttribute("aria-valuenow")).toBe("100");
    await panel.state({ stats: null });
    expect(await meter.textContent()).toBe("—");
  });

  test("the popover counts by kind, switches auto-compaction and compacts", async () => {
    await open({ state: { stats: stats(124_000) } });
    await button(panel, "Context details").click();
    const dialog = panel.page.getByRole("dialog", { name: "Context" });
    await dialog.getByText("$3.41").waitFor();
    expect(await dialog.getByRole("definition").allTextContents()).toEqual(["1.2M", "48k", "9.8M", "310k", "$3.41"]);
    await dialog.getByRole("checkbox", { name: "Auto-compact" }).click();
    expect(await panel.waitFor("command")).toMatchObject({ command: "set_auto_compaction", args: { enabled: false } });
    await dialog.getByRole("button", { name: "Compact now" }).click();
    expect(await panel.waitFor("command", 1)).toMatchObject({ command: "compact", args: {} });
    await dialog.waitFor({ state: "detached" });
  });

  test("what the server refuses is said", async () => {
    await open({ respond: () => ({ ok: false, error: "No model is selected." }), state: { stats: stats(10) } });
    await button(panel, "Context details").click();
    await button(panel, "Compact now").click();
    await panel.page.getByRole("alert").getByText("No model is selected.").waitFor();
  });

  test("that there is nothing to compact is said once, and is no error", async () => {
    const said = "Nothing to compact (session too small)";
    await open({
      respond: () => ({ ok: false, error: said }),
      state: { stats: stats(10) },
      snapshot: settled(user("Short")),
    });
    const end = { type: "compaction_end", result: null, aborted: false, willRetry: false } as const;
    await panel.push(event({ ...end, reason: "manual", errorMessage: `Compaction failed: ${said}` }));
    await button(panel, "Context details").click();
    await button(panel, "Compact now").click();
    await panel.page.getByRole("status").getByText(said).waitFor();
    expect(await panel.page.getByText("Nothing to compact").count()).toBe(1);
    await panel.push(event({ ...end, reason: "manual", errorMessage: "Compaction failed: no plan" }));
    await panel.page.getByText("Compaction failed: no plan").waitFor();
  });
});
