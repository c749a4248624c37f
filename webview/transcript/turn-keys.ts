/** Keys that act on the turn that has the focus: C copy, E edit, F fork, D clone, L label. */
import { getView } from "../state/store.ts";
import type { Turn } from "../state/transcript.ts";
import type { KeyBindings, KeyHandler } from "../ui/keys.ts";
import { cloneFrom, copyTurn, forkFrom } from "./actions.ts";
import type { Line } from "./lines.ts";
import { isField } from "./roving.ts";
import type { Viewport } from "./viewport.ts";

export function turnKeys(viewport: Viewport, lines: readonly Line[], active: string | null): KeyBindings {
  const key = lines.find((line) => line.key === active)?.turn;
  const act =
    (what: (turn: Turn) => unknown): KeyHandler =>
    (event) => {
      const turn = getView().transcript.turns.find((candidate) => candidate.key === key);
      return !turn || isField(event.target) ? false : what(turn);
    };
  const press = (line: string, name: string) => {
    const button = viewport.reveal(line)?.querySelector<HTMLButtonElement>(`[data-act="${name}"]`);
    button?.click();
    return button !== null;
  };
  return {
    c: act(copyTurn),
    e: act((turn) => press(turn.key, "edit")),
    f: act(({ rows: [first] }) => forkFrom(first?.entryId)),
    d: act(cloneFrom),
    l: act((turn) => press(`${turn.key}/foot`, "label")),
  };
}
