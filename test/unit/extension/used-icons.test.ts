import { expect, test } from "vitest";
import { usedIcons } from "../../../scripts/used-icons.ts";

test("the panel's stylesheet keeps the icons that its sources name, and all that is no icon", () => {
  const css = [
    ".codicon { font: 16px codicon; }",
    '.codicon-add:before { content: "\\ea60" }',
    '.codicon-add-small:before { content: "\\ea61" }',
    '.codicon-pass-filled:before { content: "\\ea62" }',
    ".codicon-loading { animation-duration: 1s !important; }",
    '.codicon-loading:before { content: "\\ea63" }',
    "",
  ];
  const kept = usedIcons(css.join("\n"), ['<Icon name="add" />', 'mark.className = "codicon codicon-pass-filled";']);
  expect(kept.split("\n")).toEqual([css[0], css[1], css[3], css[4], ""]);
});
