/** Rows one starts from: arrows move, Enter picks. */
import { type ReactNode, useRef } from "react";
import { Icon } from "../ui/icon.tsx";
import { onKeys } from "../ui/keys.ts";

export interface StartRow {
  icon: string;
  text: string;
  /** A second line; such a row leads somewhere and shows a chevron. */
  detail?: ReactNode;
  onPick: () => void;
}

export function StartList({ label, rows }: { label: string; rows: readonly StartRow[] }) {
  const list = useRef<HTMLUListElement>(null);
  const move = (by: number) => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };
  return (
    <ul
      className="start-list"
      aria-label={label}
      ref={list}
      onKeyDown={onKeys({ arrowdown: () => move(1), arrowup: () => move(-1) })}
    >
      {rows.map(({ icon, text, detail, onPick }) => (
        <li key={text}>
          <button type="button" className={detail === undefined ? "start-row" : "start-row start-way"} onClick={onPick}>
            <Icon name={icon} />
            <span>{text}</span>
            {detail !== undefined && <Icon name="chevron-right" size={14} mirror />}
            {detail !== undefined && <span className="start-detail">{detail}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
