/** What can be done with the turn that has the focus, by key and in the menu of its lines. */
import { getView } from "../state/store.ts";
import type { Turn } from "../state/transcript.ts";
import type { KeyBindings, KeyHandler } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import type { MenuItem } from "../ui/menu.tsx";
import { answerMarkdown, cloneFrom, copyText, copyTurn, forkFrom, hasExtra, turnOf } from "./actions.ts";
import type { Line } from "./lines.ts";
import { isField, lineOf } from "./roving.ts";
import type { Viewport } from "./viewport.ts";

/** Presses a button of a line, drawing the line where it is not drawn. False when there is none that can be pressed. */
function press(viewport: Viewport, line: string, name: string): boolean {
  const button = viewport.reveal(line)?.querySelector<HTMLButtonElement>(`[data-act="${name}"]:enabled`);
  button?.click();
  return button !== null && button !== undefined;
}

const edit = (viewport: Viewport, turn: Turn) => press(viewport, turn.key, "edit");
const label = (viewport: Viewport, turn: Turn) => press(viewport, `${turn.key}/foot`, "label");

/** C copy, E edit, F fork, D clone, L label. */
export function turnKeys(viewport: Viewport, lines: readonly Line[], active: string | null): KeyBindings {
  const key = lines.find((line) => line.key === active)?.turn;
  const act =
    (what: (turn: Turn) => unknown): KeyHandler =>
    (event) => {
      const turn = key === undefined ? undefined : turnOf(key);
      return !turn || !lineOf(event.target) || isField(event.target) ? false : what(turn);
    };
  return {
    c: act(copyTurn),
    e: act((turn) => edit(viewport, turn)),
    f: act(({ rows: [first] }) => forkFrom(first?.entryId)),
    d: act(cloneFrom),
    l: act((turn) => label(viewport, turn)),
  };
}

/** The same as a menu; what cannot be done now is greyed, what the server lacks is not there. */
export function turnItems(viewport: Viewport, turn: Turn): MenuItem[] {
  const [first] = turn.rows;
  const message = first?.kind === "user" ? first : undefined;
  const entryId = message?.entryId;
  const { chat } = getView();
  const isBusy = chat === null || chat.isStreaming || chat.readOnly;
  const answer = answerMarkdown(turn);
  return [
    ...(answer === ""
      ? []
      : [{ icon: "copy", text: t("Copy answer as Markdown"), keys: "C", act: () => copyText(answer) }]),
    ...(message ? [{ icon: "copy", text: t("Copy message"), act: () => copyText(message.text) }] : []),
    ...(entryId === undefined
      ? []
      : [
          {
            icon: "edit",
            text: t("Edit and resend"),
            keys: "E",
            disabled: isBusy,
            act: () => void edit(viewport, turn),
          },
          { icon: "repo-forked", text: t("Fork from here"), keys: "F", act: () => void forkFrom(entryId) },
        ]),
    { icon: "repo-clone", text: t("Clone up to here"), keys: "D", act: () => void cloneFrom(turn) },
    ...(hasExtra("set_label")
      ? [{ icon: "tag", text: t("Label"), keys: "L", disabled: isBusy, act: () => void label(viewport, turn) }]
      : []),
  ];
}
