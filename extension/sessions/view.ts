import {
  EventEmitter,
  l10n,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
} from "vscode";
import type { Extension } from "../extension.ts";
import { ago } from "../format.ts";
import { oneLine } from "../plain-text.ts";
import { textLanguage } from "../texts.ts";
import { pinnedSessions } from "./actions.ts";
import { type GroupId, groupSessions, titleOf, worthRows } from "./groups.ts";
import { type LiveState, liveStates } from "./live.ts";
import type { SessionSummary } from "./read-session.ts";

export type SessionNode =
  | { kind: "group"; id: GroupId; sessions: SessionSummary[] }
  | { kind: "none" }
  | { kind: "elsewhere" }
  | { kind: "session"; session: SessionSummary; isElsewhere: boolean; pinned: boolean };

/** The native list of sessions: this folder's by day, those of other folders below. */
export class SessionsView implements TreeDataProvider<SessionNode> {
  readonly #extension: Extension;
  readonly #changed = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  /** The rows drawn last, and all that they show. */
  #roots: SessionNode[] | undefined;
  #drawn = "";

  constructor(extension: Extension) {
    this.#extension = extension;
    extension.sessions.onDidChange(() => void this.#refresh());
  }

  async getChildren(node?: SessionNode): Promise<SessionNode[]> {
    const { sessions } = this.#extension;
    if (!node) {
      this.#roots ??= await this.#load();
      return this.#roots;
    }
    const pinned = pinnedSessions(this.#extension);
    if (node.kind === "group") return node.sessions.map((session) => this.#node(session, false, pinned));
    if (node.kind !== "elsewhere") return [];
    const others = this.#groups(await sessions.elsewhere()).flatMap((group) => group.sessions);
    return others.map((session) => this.#node(session, true, pinned));
  }

  getTreeItem(node: SessionNode): TreeItem {
    if (node.kind === "session") return sessionItem(node, liveStates(this.#extension.chats).get(node.session.path));
    if (node.kind === "none") return new TreeItem(l10n.t("No sessions in this folder yet"));
    if (node.kind === "elsewhere") {
      return Object.assign(new TreeItem(l10n.t("Other folders"), TreeItemCollapsibleState.Collapsed), {
        id: "elsewhere",
      });
    }
    return Object.assign(new TreeItem(groupTitle(node.id), TreeItemCollapsibleState.Expanded), { id: node.id });
  }

  /** Reads the list first and draws it only when it is another one: a row that is redrawn loses the click on it. */
  async #refresh(): Promise<void> {
    if (!this.#roots) return;
    const roots = await this.#load();
    const drawn = JSON.stringify([roots, [...liveStates(this.#extension.chats)], [...pinnedSessions(this.#extension)]]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#roots = roots;
    this.#changed.fire(undefined);
  }

  async #load(): Promise<SessionNode[]> {
    const groups = this.#groups(await this.#extension.sessions.ofFolder());
    return [...(groups.length > 0 ? groups : [{ kind: "none" } as const]), { kind: "elsewhere" }];
  }

  #groups(sessions: SessionSummary[]) {
    const groups = groupSessions(worthRows(sessions), pinnedSessions(this.#extension), new Date());
    return groups.map((group) => ({ kind: "group" as const, ...group }));
  }

  #node(session: SessionSummary, isElsewhere: boolean, pinned: ReadonlySet<string>): SessionNode {
    return { kind: "session", session, isElsewhere, pinned: pinned.has(session.path) };
  }
}

export function groupTitle(id: GroupId): string {
  const titles: Record<GroupId, string> = {
    pinned: l10n.t("Pinned"),
    today: l10n.t("Today"),
    yesterday: l10n.t("Yesterday"),
    week: l10n.t("Last 7 days"),
    month: l10n.t("Last 30 days"),
    older: l10n.t("Older"),
  };
  return titles[id];
}

function sessionItem(node: Extract<SessionNode, { kind: "session" }>, live: LiveState | undefined): TreeItem {
  const { session, isElsewhere, pinned } = node;
  const item = new TreeItem(oneLine(titleOf(session)) || l10n.t("(no text)"));
  item.id = `${isElsewhere ? "elsewhere " : ""}${session.path}`;
  const when = ago(Date.parse(session.modified), Date.now());
  const state = live && live !== "open" ? liveText(live) : undefined;
  item.description = [state, isElsewhere ? session.cwd : undefined, when].filter(Boolean).join(" · ");
  item.iconPath = liveIcon(live, pinned);
  item.contextValue = pinned ? "session.pinned" : "session";
  item.command = { command: "atomic.openSession", title: l10n.t("Open"), arguments: [node] };
  item.accessibilityInformation = { label: [titleOf(session), item.description].join(", ") };
  const at = new Date(session.modified).toLocaleString(textLanguage());
  item.tooltip = new MarkdownString().appendText(
    [titleOf(session), state, at, session.cwd, session.path].filter(Boolean).join("\n"),
  );
  return item;
}

export function liveText(live: LiveState): string {
  const texts: Record<LiveState, string> = {
    waiting: l10n.t("Waiting for your answer"),
    running: l10n.t("Running"),
    done: l10n.t("Done"),
    open: l10n.t("Open"),
  };
  return texts[live];
}

function liveIcon(live: LiveState | undefined, pinned: boolean): ThemeIcon {
  if (live === "waiting") return new ThemeIcon("question", new ThemeColor("charts.yellow"));
  if (live === "running") return new ThemeIcon("loading~spin");
  if (live === "done") return new ThemeIcon("circle-filled", new ThemeColor("charts.blue"));
  if (pinned) return new ThemeIcon("pinned");
  return new ThemeIcon(live === "open" ? "comment-discussion" : "comment");
}
