import {
  type Disposable,
  l10n,
  MarkdownString,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  window,
} from "vscode";
import { Disposables } from "../disposables.ts";
import { compact, dollars, percent } from "../format.ts";
import type { ChatState } from "../panel/messages.ts";
import { thinkingName } from "../panel/words.ts";
import { t } from "../texts.ts";

/** Context use from which the item warns, in percent. */
const WARNING_FROM = 80;
const ERROR_FROM = 95;

/** The status bar: context use of the current chat, and the entries that agent extensions set. */
export class StatusBar implements Disposable {
  readonly #own = new Disposables();
  readonly #item: StatusBarItem;
  readonly #extras = new Map<string, StatusBarItem>();

  constructor() {
    this.#item = this.#own.add(window.createStatusBarItem("atomic.context", StatusBarAlignment.Right, 100));
    this.#item.name = l10n.t("Atomic: context");
    this.#item.command = "atomic.menu";
    this.#item.show();
  }

  dispose(): void {
    this.#own.dispose();
    for (const item of this.#extras.values()) item.dispose();
  }

  /** Shows the facts of the current chat. */
  show(state: ChatState): void {
    const usage = state.stats?.contextUsage;
    this.#item.text = `${iconOf(state)} ${contextText(state)}`;
    this.#item.tooltip = tooltipOf(state);
    this.#item.backgroundColor = backgroundOf(usage?.percent);
    this.#item.accessibilityInformation = { label: l10n.t("Atomic, context {0}", contextText(state)), role: "button" };
    this.#updateExtras(state.statuses);
  }

  #updateExtras(statuses: ChatState["statuses"]): void {
    const keys = new Set(statuses.map((status) => status.key));
    for (const [key, item] of this.#extras) {
      if (keys.has(key)) continue;
      item.dispose();
      this.#extras.delete(key);
    }
    for (const { key, text } of statuses) {
      let item = this.#extras.get(key);
      if (!item) {
        item = window.createStatusBarItem(`atomic.status.${key}`, StatusBarAlignment.Right, 99);
        item.name = `Atomic: ${key}`;
        this.#extras.set(key, item);
        item.show();
      }
      item.text = text.replace(/\$\(/g, "$\u200b("); // texts of others bring no icons of their own
      item.tooltip = key;
    }
  }
}

/** `62% of 200k`, and "—" for what is not known. */
export function contextText(state: ChatState): string {
  const usage = state.stats?.contextUsage;
  if (!usage) return "—";
  return l10n.t("{0} of {1}", percent(usage.percent), compact(usage.contextWindow));
}

function iconOf(state: ChatState): string {
  if (state.requests.length > 0) return "$(question)";
  if (state.agent.phase === "failed" || state.agent.phase === "lost") return "$(debug-disconnect)";
  return state.isStreaming || state.compaction || state.retry ? "$(loading~spin)" : "$(sparkle)";
}

function backgroundOf(value: number | null | undefined): ThemeColor | undefined {
  if (typeof value !== "number" || value < WARNING_FROM) return undefined;
  return new ThemeColor(value < ERROR_FROM ? "statusBarItem.warningBackground" : "statusBarItem.errorBackground");
}

/** Model, thinking level, tokens by kind, cost, queue and compaction, a line each. */
function tooltipOf(state: ChatState): MarkdownString {
  const { stats, model, queue } = state;
  const usage = stats?.contextUsage;
  const known = typeof usage?.tokens === "number";
  const rows: [string, string][] = [
    [l10n.t("Model"), model ? model.name || model.id : l10n.t("None chosen")],
    [l10n.t("Thinking level"), thinkingName(state.thinkingLevel, t)],
  ];
  if (usage) {
    const text = known
      ? l10n.t("{0} of {1} · {2}", compact(usage.tokens ?? 0), compact(usage.contextWindow), percent(usage.percent))
      : l10n.t("Known after the next reply");
    rows.push([l10n.t("Context"), text]);
  }
  if (stats) {
    const { input, output, cacheRead, cacheWrite } = stats.tokens;
    const kinds = [l10n.t("{0} in", compact(input)), l10n.t("{0} out", compact(output))];
    if (cacheRead > 0) kinds.push(l10n.t("{0} cache read", compact(cacheRead)));
    if (cacheWrite > 0) kinds.push(l10n.t("{0} cache write", compact(cacheWrite)));
    rows.push([l10n.t("Tokens"), kinds.join(", ")], [l10n.t("Cost"), dollars(stats.cost)]);
  }
  const waiting = queue.steering.length + queue.followUp.length;
  if (waiting > 0) rows.push([l10n.t("Queue"), l10n.t("{0} waiting", waiting)]);
  rows.push([l10n.t("Compaction"), compactionText(state)]);
  const lines = rows.map(([name, text]) => `${plain(name)}: ${plain(text)}`);
  return new MarkdownString(lines.join("  \n"));
}

/** Text that Markdown takes as it stands. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!<>|~$&]/g, "\\$&");
}

function compactionText(state: ChatState): string {
  if (state.compaction) return l10n.t("Running");
  return state.autoCompaction ? l10n.t("Automatic") : l10n.t("By hand");
}
