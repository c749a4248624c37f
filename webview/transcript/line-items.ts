/** What can be done with one line, beside what can be done with its turn. */
import { post } from "../state/host.ts";
import { textOf } from "../state/rows.ts";
import { killBash } from "../state/store.ts";
import type { Row, ToolRow } from "../state/transcript.ts";
import { t } from "../ui/l10n.ts";
import type { MenuItem } from "../ui/menu.tsx";
import { plainText } from "../ui/plain.ts";
import { copyText } from "./actions.ts";
import type { Line } from "./lines.ts";
import { stopOf } from "./roving.ts";
import { isShellTool, resultText, textArgument } from "./tools/describe.ts";

/** Actions of a line, or of one row of a run, that this element draws. */
export function lineItems(line: Line, element: HTMLElement): MenuItem[] {
  const row =
    line.kind === "run" ? line.rows.find(({ key }) => key === element.dataset.row) : "row" in line && line.row;
  return [...selectionItem(element), ...foldItem(element), ...(row ? rowItems(row) : [])];
}

function selectionItem(element: HTMLElement): MenuItem[] {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !selection.containsNode(element, true)) return [];
  return [{ icon: "copy", text: t("Copy selection"), act: () => document.execCommand("copy") }];
}

function foldItem(element: HTMLElement): MenuItem[] {
  const stop = stopOf(element);
  if (stop === element) return [];
  const isOpen = stop.getAttribute("aria-expanded") === "true";
  const icon = isOpen ? "chevron-down" : "chevron-right";
  return [{ icon, text: isOpen ? t("Hide details") : t("Show details"), keys: "Enter", act: () => stop.click() }];
}

function copy(text: string, value: string): MenuItem[] {
  return value === "" ? [] : [{ icon: "copy", text, act: () => copyText(value) }];
}

function rowItems(row: Row): MenuItem[] {
  switch (row.kind) {
    case "tool":
      return toolItems(row);
    case "bash":
      return [
        ...(row.state === "running" ? [{ icon: "debug-stop", text: t("Kill"), act: () => killBash(row) }] : []),
        ...copy(t("Copy command"), row.command),
        ...copy(t("Copy output"), plainText(row.output).trim()),
      ];
    case "thinking":
      return copy(t("Copy text"), row.text);
    case "compaction":
    case "branchSummary":
      return copy(t("Copy text"), row.summary);
    case "notice":
      return copy(t("Copy text"), plainText(row.text));
    case "error":
      return copy(t("Copy text"), plainText(row.message));
    case "custom":
      return copy(t("Copy text"), row.content === null ? asJson(row.data) : textOf(row.content));
    case "unknown":
      return copy(t("Copy text"), asJson(row.data));
    default:
      return [];
  }
}

function toolItems(row: ToolRow): MenuItem[] {
  const path = textArgument(row, "path", "file_path");
  const isChange = row.name === "edit" || row.name === "write";
  const isFile = path !== "" && (isChange || row.name === "read");
  return [
    ...(isFile ? [{ icon: "go-to-file", text: t("Open file"), act: () => post({ type: "openFile", path }) }] : []),
    ...(isChange && row.state === "done"
      ? [{ icon: "diff", text: t("Open diff"), act: () => post({ type: "openDiff", path }) }]
      : []),
    ...(isShellTool(row)
      ? copy(t("Copy command"), textArgument(row, "command"))
      : copy(t("Copy arguments"), asJson(row.args))),
    ...copy(t("Copy output"), plainText(resultText(row.result)).trim()),
  ];
}

function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "";
}
