import { expect, test, vi } from "vitest";
import type { ExtensionUIRequest } from "../../../server/protocol/extension-ui.ts";
import { Dialogs, dialogs } from "../../../server/session/ui.ts";
import { createUiContext } from "../../../server/session/ui-context.ts";

function setUp() {
  const sent: ExtensionUIRequest[] = [];
  const ui = new Dialogs((request) => void sent.push(request));
  const answer = (index: number, body: Parameters<Dialogs["answer"]>[1]) => ui.answer(sent[index]?.id ?? "", body);
  return { sent, ui, answer, context: createUiContext(ui) };
}

test("each dialog carries its fields and gives its answer", async () => {
  const { sent, answer, context } = setUp();
  const answers = [
    context.select("Pick", ["a", "b"]),
    context.confirm("Sure?", "Really"),
    context.input("Name?", "here"),
    context.editor("Edit", "text\nmore"),
  ];
  expect(sent.map(({ id: _id, ...fields }) => fields)).toEqual([
    { type: "extension_ui_request", method: "select", title: "Pick", options: ["a", "b"] },
    { type: "extension_ui_request", method: "confirm", title: "Sure?", message: "Really" },
    { type: "extension_ui_request", method: "input", title: "Name?", placeholder: "here" },
    { type: "extension_ui_request", method: "editor", title: "Edit", prefill: "text\nmore" },
  ]);
  answer(3, { value: "x\ny" });
  answer(1, { confirmed: true });
  answer(0, { value: "b" });
  answer(2, { value: "" });
  expect(await Promise.all(answers)).toEqual(["b", true, "", "x\ny"]);
});

test.each([
  ["select", { value: "c" }],
  ["select", { confirmed: true }],
  ["confirm", { value: "yes" }],
  ["input", { confirmed: false }],
  ["editor", { cancelled: true }],
] as const)("decision 9: %s takes %j as cancelled", async (method, body) => {
  const { ui, answer } = setUp();
  const asked = {
    select: () => dialogs.select(ui, "t", ["a", "b"]),
    confirm: () => dialogs.confirm(ui, "t", "m"),
    input: () => dialogs.input(ui, "t"),
    editor: () => dialogs.editor(ui, "t"),
  }[method]();
  answer(0, body);
  expect(await asked).toBe(method === "confirm" ? false : undefined);
});

test("the server owns the timeout, and a late answer is ignored", async () => {
  vi.useFakeTimers();
  const { sent, ui, answer } = setUp();
  const asked = dialogs.input(ui, "t", undefined, { timeout: 250 });
  expect(sent[0]).toMatchObject({ timeout: 250 });
  vi.advanceTimersByTime(250);
  vi.useRealTimers();
  expect(await asked).toBeUndefined();
  answer(0, { value: "late" });
  expect(ui.open).toBe(0);
});

test("a signal takes the dialog down, and one that is aborted already asks nothing", async () => {
  const { sent, ui } = setUp();
  const abort = new AbortController();
  const asked = dialogs.confirm(ui, "t", "m", { signal: abort.signal });
  abort.abort();
  expect(await asked).toBe(false);
  expect(await dialogs.select(ui, "t", ["a"], { signal: abort.signal })).toBeUndefined();
  expect(sent).toHaveLength(1);
});

test("all that is open resolves with its default at once", async () => {
  const { ui } = setUp();
  const asked = [dialogs.input(ui, "a"), dialogs.confirm(ui, "b", "m"), dialogs.editor(ui, "c")];
  expect(ui.open).toBe(3);
  ui.cancelAll();
  expect(await Promise.all(asked)).toEqual([undefined, false, undefined]);
  expect(ui.open).toBe(0);
});

test("listeners hear of each dialog that opens until they stop", () => {
  const { ui } = setUp();
  const heard = vi.fn();
  const stop = ui.onOpen(heard);
  void dialogs.input(ui, "a");
  stop();
  void dialogs.input(ui, "b");
  expect(heard).toHaveBeenCalledTimes(1);
  ui.cancelAll();
});

test("notices carry what is set and nothing else", () => {
  const { sent, context } = setUp();
  context.notify("plain");
  context.notify("warn", "warning");
  context.setStatus("k", "text");
  context.setStatus("k", undefined);
  context.setWidget("w", ["line"], { placement: "belowEditor" });
  context.setWidget("w", undefined);
  context.setWidget("w", () => ({ render: () => [], invalidate() {} }));
  context.setTitle("T");
  context.pasteToEditor("pasted");
  expect(sent.map(({ id: _id, type: _type, ...fields }) => fields)).toEqual([
    { method: "notify", message: "plain" },
    { method: "notify", message: "warn", notifyType: "warning" },
    { method: "setStatus", statusKey: "k", statusText: "text" },
    { method: "setStatus", statusKey: "k" },
    { method: "setWidget", widgetKey: "w", widgetLines: ["line"], widgetPlacement: "belowEditor" },
    { method: "setWidget", widgetKey: "w" },
    { method: "setTitle", title: "T" },
    { method: "set_editor_text", text: "pasted" },
  ]);
});

test("decision 19: a screen of its own gives undefined and is said once", async () => {
  const { sent, context } = setUp();
  expect(await context.custom(() => ({ render: () => [], invalidate() {} }))).toBeUndefined();
  expect(await context.custom(() => ({ render: () => [], invalidate() {} }))).toBeUndefined();
  expect(sent).toMatchObject([{ method: "notify", notifyType: "warning" }]);
});

test("what needs a terminal does nothing", () => {
  const { context } = setUp();
  expect(context.getEditorText()).toBe("");
  expect(context.getAllThemes()).toEqual([]);
  expect(context.getTheme("dark")).toBeUndefined();
  expect(context.setTheme("dark")).toMatchObject({ success: false });
  expect(context.theme.fg("error", "text")).toBe("text");
  expect(context.theme.bold("text")).toBe("text");
});
