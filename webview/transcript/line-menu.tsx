/** The menu of a line: by right click, Shift+F10 or the menu key, which the browser tells in the same way. */
import { type MouseEvent, type ReactNode, useCallback, useState } from "react";
import { t } from "../ui/l10n.ts";
import { Menu, type MenuItem, type MenuPlace } from "../ui/menu.tsx";
import { turnOf } from "./actions.ts";
import { lineItems } from "./line-items.ts";
import type { Line } from "./lines.ts";
import { isField, lineOf, stopOf } from "./roving.ts";
import { turnItems } from "./turn-actions.ts";
import type { Viewport } from "./viewport.ts";

interface OpenMenu {
  items: MenuItem[];
  place: MenuPlace;
  opener: HTMLElement;
}

interface LineMenu {
  onContextMenu: (event: MouseEvent) => void;
  /** Stands in the area of the transcript. */
  menu: ReactNode;
}

export function useLineMenu(viewport: Viewport, lines: readonly Line[]): LineMenu {
  const [open, setOpen] = useState<OpenMenu | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const onContextMenu = (event: MouseEvent) => {
    const target = event.target as Element;
    const { standsFor } = target.closest<HTMLElement>("[data-stands-for]")?.dataset ?? {};
    const element = standsFor === undefined ? lineOf(target) : viewport.elementOf(standsFor);
    const line = lines.find(({ key }) => key === element?.dataset.key);
    const turn = line && turnOf(line.turn);
    // In a field one wants to paste: its menu is the editor's own.
    if (!element || !turn || isField(target)) return;
    event.preventDefault();
    const part = target.closest<HTMLElement>("[data-row]") ?? element;
    const items = [...lineItems(line, part), ...turnItems(viewport, turn)];
    const opener =
      part === element ? stopOf(element) : (part.querySelector<HTMLElement>(".row-toggle") ?? stopOf(element));
    setOpen({ items, place: { x: event.clientX, y: event.clientY }, opener });
  };
  const menu = open && (
    <Menu label={t("Actions")} items={open.items} place={open.place} opener={open.opener} onClose={close} />
  );
  return { onContextMenu, menu };
}
