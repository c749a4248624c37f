import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { ChatState } from "../../extension/panel/messages.ts";
import { assistant, call, result, settled, user } from "./harness/conversation.ts";
import { approval } from "./harness/dialogs.ts";
import { onePanel } from "./harness/one-panel.ts";
import type { OpenOptions, Panel } from "./harness/panel.ts";
import { button } from "./harness/parts.ts";

/** What the host puts into the page when VS Code's display language is German. */
const german = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, "../../l10n/bundle.l10n.de.json"), "utf8"),
) as Record<string, string>;

let panel: Panel;
const openPanel = onePanel((opened) => {
  panel = opened;
});

const open = async (state: Partial<ChatState>, more: OpenOptions = {}) => {
  await openPanel({ ...more, state, l10n: german });
};

test("an empty chat greets in the display language, and its parts have names in it", async () => {
  await open({});
  await panel.page.getByRole("heading", { name: "Woran soll gearbeitet werden?" }).waitFor();
  await panel.page.getByText("Atomic liest, bearbeitet und führt aus, was in atlas-web liegt.").waitFor();
  const message = panel.page.getByRole("textbox", { name: "Nachricht", exact: true });
  expect(await message.getAttribute("aria-placeholder")).toBe("Atomic bauen, beheben oder erklären lassen");
  for (const name of ["Senden", "Anfügen"]) await button(panel, name).waitFor();
  await panel.page.getByRole("meter", { name: "Kontext" }).waitFor();
});

test("while it runs the ways to send are named in it", async () => {
  await open({ isStreaming: true }, { snapshot: settled(user("Los")) });
  await panel.page.getByRole("log", { name: "Unterhaltung" }).waitFor();
  await panel.page.getByRole("textbox", { name: "Nachricht", exact: true }).fill("Und weiter");
  for (const name of ["Lenken", "Nachreichen", "Beenden"]) await button(panel, name).first().waitFor();
});

test("an approval is asked for in it and answered by the agent's own option", async () => {
  await open({ isStreaming: true, requests: [approval()] }, { snapshot: settled(user("Los")) });
  await panel.page.getByText("Für diese Sitzung zulassen").waitFor();
  await panel.page.getByText("Ablehnen", { exact: true }).waitFor();
  await panel.page.getByText("Einmal zulassen").click();
  expect(await panel.waitFor("answer")).toMatchObject({ answer: { value: "Allow once" } });
});

test("what there is to do without a model is said in it", async () => {
  await open({ model: null, models: [] });
  await panel.page.getByRole("heading", { name: "Zum Starten ein Modell wählen" }).waitFor();
  await panel.page.getByText("API-Schlüssel hinzufügen").waitFor();
});

describe("at 240 px", () => {
  const narrow = (state: Partial<ChatState>, more: OpenOptions = {}) => open(state, { width: 240, ...more });
  /** Texts that end in an ellipsis, and buttons whose words stand on several lines. */
  const cut = (within: string) =>
    panel.page.locator(within).evaluate((root) => {
      const parts = [...root.querySelectorAll<HTMLElement>("span, button")].filter(
        ({ offsetWidth }) => offsetWidth > 1,
      );
      return parts.flatMap(({ textContent, scrollWidth, clientWidth }) =>
        clientWidth > 0 && scrollWidth > clientWidth ? [textContent] : [],
      );
    });
  const lines = (name: string) => button(panel, name).evaluate((element) => element.getClientRects().length);

  test("ways to begin, the changes and the menu of a line show all their words", async () => {
    await narrow({ model: null, models: [] });
    await panel.page.getByText("Anderen Endpunkt verbinden").waitFor();
    expect(await cut(".start-list")).toEqual([]);
    await panel.close();
    const changes = ["a.ts", "b.ts", "c.ts"].map((path) => ({ path, added: 8, removed: 2 }));
    await narrow({ changes }, { snapshot: settled(user("Los")) });
    await panel.page.getByText("3 Dateien", { exact: true }).waitFor();
    expect(await cut(".changes")).toEqual([]);
    await panel.page.locator(".bubble").click({ button: "right" });
    await panel.page.getByRole("menuitem", { name: "Bearbeiten und erneut senden" }).waitFor();
    expect(await cut(".menu")).toEqual([]);
  });

  test("the keys of a list stay inside it", async () => {
    await narrow({});
    await panel.page.locator(".message-field").fill("/");
    const foot = panel.page.locator(".popup-foot");
    await foot.getByText("vervollständigen").waitFor();
    expect(await foot.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test("the links of a notice stay whole", async () => {
    await narrow({});
    await panel.page.locator(".message-field").fill("/foo");
    await panel.page.keyboard.press("Enter");
    for (const name of ["Als Text senden", "Entfernen"]) expect(await lines(name)).toBe(1);
    expect(await cut(".composer-line")).toEqual([]);
  });

  test("a file is told by some of its letters, and by all of them under the mouse", async () => {
    const edit = { path: "src/net/upload-with-retries.ts", edits: [] };
    const snapshot = settled(
      user("Los"),
      assistant([call("e", "edit", edit)], "toolUse"),
      result("e", "edit", "ok", { diff: "-41 a\n+41 b" }),
    );
    await narrow({}, { snapshot });
    const subject = panel.page.locator(".card-subject");
    expect((await subject.boundingBox())?.width).toBeGreaterThanOrEqual(36);
    await panel.page.locator(".card-name").hover();
    await panel.page.locator(".hover-tip", { hasText: /^Bearbeiten$/ }).waitFor();
  });
});
