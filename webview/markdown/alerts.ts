/**
 * Alerts: a quote whose first line is `[!NOTE]` and the like. A rule over finished tokens: one that reads
 * lines itself changes how the lines behind it are read.
 */
import type MarkdownIt from "markdown-it";
import { t } from "../ui/l10n.ts";

type StateCore = Parameters<Parameters<MarkdownIt["core"]["ruler"]["push"]>[1]>[0];
type Token = StateCore["tokens"][number];

const marker = /^\[!(note|tip|important|warning|caution)\]\s*$/i;

function title(kind: string): string {
  switch (kind) {
    case "tip":
      return t("Tip");
    case "important":
      return t("Important");
    case "warning":
      return t("Warning");
    case "caution":
      return t("Caution");
    default:
      return t("Note");
  }
}

/** Turns such quotes at the top level into alerts. */
export function alerts(state: StateCore): void {
  const { tokens } = state;
  for (let at = 0; at + 2 < tokens.length; at += 1) {
    const [open, paragraph, inline] = tokens.slice(at, at + 3) as [Token, Token, Token];
    if (open.type !== "blockquote_open" || open.level > 0 || paragraph.type !== "paragraph_open") continue;
    const kind = kindOf(inline);
    if (kind === null) continue;
    const close = tokens.findIndex(
      (token, index) => index > at && token.type === "blockquote_close" && token.level === 0,
    );
    for (const token of [open, tokens[close]]) if (token) token.tag = "div";
    open.attrSet("class", `markdown-alert markdown-alert-${kind}`);
    inline.children = inline.children?.slice(2) ?? [];
    inline.content = inline.content.replace(/^[^\n]*\n?/, "");
    const heading = new state.Token("alert_title", "p", 0);
    heading.content = title(kind);
    // A first line alone leaves no paragraph behind.
    tokens.splice(at + 1, inline.children.length > 0 ? 0 : 3, heading);
  }
}

function kindOf({ children }: Token): string | null {
  const [first, second] = children ?? [];
  if (first?.type !== "text" || (second && second.type !== "softbreak")) return null;
  return marker.exec(first.content)?.[1]?.toLowerCase() ?? null;
}
