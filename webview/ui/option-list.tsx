/**
 * A list one picks from with the keys of a text field: the field keeps the focus and names the
 * highlighted option. The mouse picks by click; resting on an option highlights nothing.
 */
import { type ReactNode, useEffect, useRef } from "react";

export interface OptionGroup<T> {
  /** Absent: no heading. */
  title?: string;
  items: readonly T[];
}

interface OptionListProps<T> {
  id: string;
  /** Accessible name. */
  label: string;
  groups: readonly OptionGroup<T>[];
  /** Index over all groups. */
  active: number;
  keyOf: (item: T) => string;
  render: (item: T) => ReactNode;
  onPick: (item: T) => void;
  /** For lists with a current value. */
  isCurrent?: (item: T) => boolean;
  className?: string;
}

/** The id of the option that the text field names as active. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

export function OptionList<T>(props: OptionListProps<T>) {
  const { id, label, groups, active, keyOf, render, onPick, isCurrent, className } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(optionId(id, active))}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  let index = -1;
  const option = (item: T) => {
    index += 1;
    const selected = index === active;
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the text field has the focus and names the active option
      // biome-ignore lint/a11y/useKeyWithClickEvents: the text field takes the keys
      <div
        key={keyOf(item)}
        id={optionId(id, index)}
        className={className === undefined ? "option" : `option ${className}`}
        role="option"
        aria-selected={selected}
        aria-current={isCurrent?.(item) || undefined}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onPick(item)}
      >
        {render(item)}
      </div>
    );
  };
  return (
    <div className="popup-scroll" role="listbox" aria-label={label} id={id} ref={list}>
      {groups.map((group) =>
        group.title === undefined ? (
          group.items.map(option)
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div role="group" aria-label={group.title} key={group.title}>
            <div className="popup-label" aria-hidden="true">
              {group.title}
            </div>
            {group.items.map(option)}
          </div>
        ),
      )}
    </div>
  );
}

/** The next index of a list with `count` options; the ends meet. */
export function stepIndex(active: number, by: number, count: number): number {
  return count === 0 ? 0 : (active + by + count) % count;
}
