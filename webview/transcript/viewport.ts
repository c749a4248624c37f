/**
 * What is on screen: plans which lines are drawn, measures them once they are, and keeps the reader's
 * place. The list component draws what `plan` says and calls `drawn` after each commit.
 */
import { Follower } from "./follow.ts";
import type { Line } from "./lines.ts";
import { Sizes } from "./sizes.ts";
import { covers, partsOf, type Range, rangeBetween, spaceAfter, type TurnPart } from "./window.ts";

export interface Elements {
  scroller: HTMLElement;
  content: HTMLElement;
  slack: HTMLElement;
}
export interface ViewportEvents {
  /** Other lines are needed: draw again, before this returns unless a drawing is under way. */
  redraw(underWay: boolean): void;
  following(following: boolean): void;
  /** The index of the first line on screen; after each scroll and change. */
  place(firstVisible: number): void;
  nearStart(): void;
}
interface Anchor {
  key: string;
  top: number;
}

/** Nobody knows the screen's height before the first drawing. */
const ASSUMED_HEIGHT = 900;
/** px above the first line. */
const PADDING = 8;

export class Viewport {
  readonly sizes = new Sizes();
  #lines: readonly Line[] = [];
  #range: Range = { start: 0, end: 0 };
  #anchor: Anchor | null = null;
  #follower: Follower | null = null;
  #elements: Elements | null = null;
  #drawing = false;
  readonly #events: ViewportEvents;

  constructor(events: ViewportEvents) {
    this.#events = events;
  }

  /** Takes the elements once they are in the page; answers with what lets go of them. */
  attach(elements: Elements): () => void {
    const { scroller, content, slack } = elements;
    this.#elements = elements;
    this.#follower = new Follower(scroller, content, slack, (following) => this.#events.following(following));
    const resized = new ResizeObserver(() => {
      this.sizes.setWidth(content.clientWidth);
      this.settle();
    });
    resized.observe(content);
    resized.observe(scroller);
    const wheel = (event: WheelEvent) => this.#follower?.wheel(event.deltaY);
    const scrolled = () => {
      this.#follower?.scrolled();
      this.settle();
    };
    scroller.addEventListener("wheel", wheel, { passive: true });
    scroller.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      resized.disconnect();
      scroller.removeEventListener("wheel", wheel);
      scroller.removeEventListener("scroll", scrolled);
    };
  }

  /** What is to be drawn of `lines`. Called while rendering; calling it twice changes nothing. */
  plan(lines: readonly Line[], pinned: string | null): { turns: TurnPart[]; after: number } {
    if (lines !== this.#lines) this.#takeLines(lines);
    const { sizes } = this;
    const pinnedAt = pinned === null ? -1 : lines.findIndex(({ key }) => key === pinned);
    const turns = partsOf(lines, sizes, this.#range, pinnedAt < 0 ? null : pinnedAt);
    return { turns, after: spaceAfter(turns, sizes) };
  }

  #takeLines(lines: readonly Line[]): void {
    const before = this.#lines;
    const [first] = before;
    const shift = first ? lines.findIndex(({ key }) => key === first.key) : 0;
    this.#anchor = this.#follower?.following ? null : this.#findAnchor();
    this.#lines = lines;
    this.sizes.setLines(lines);
    if (shift < 0) this.#follower?.restart();
    if (this.#follower?.following ?? true) this.#range = this.#endRange();
    else this.#range = { start: this.#range.start + shift, end: Math.min(lines.length, this.#range.end + shift) };
  }

  #endRange(): Range {
    const { total } = this.sizes;
    const height = this.#elements?.scroller.clientHeight ?? ASSUMED_HEIGHT;
    return rangeBetween(this.sizes, this.#lines.length, total - height, total);
  }

  /** What has been drawn is measured and put in its place; before it is painted. */
  drawn(): void {
    this.#drawing = true;
    if (this.#anchor) this.#restore(this.#anchor);
    this.#anchor = null;
    this.settle();
    this.#drawing = false;
  }

  #draw(range: Range): void {
    const { start, end } = this.#range;
    if (range.start === start && range.end === end) return;
    this.#range = range;
    this.#events.redraw(this.#drawing);
  }

  /** Measures, keeps the end, and asks for more lines where the screen is not covered. */
  settle(): void {
    const { scroller, content } = this.#elements ?? {};
    if (!scroller || !content || !this.#follower) return;
    for (const element of content.querySelectorAll<HTMLElement>("[data-index]")) {
      this.sizes.measure(Number(element.dataset.index), element.getBoundingClientRect().height);
    }
    this.#follower.settle();
    const top = scroller.scrollTop - PADDING;
    const bottom = top + scroller.clientHeight;
    const count = this.#lines.length;
    if (!covers(this.#range, this.sizes, count, top, bottom)) {
      this.#draw(rangeBetween(this.sizes, count, top, bottom));
    }
    if (count > 0 && top < scroller.clientHeight) this.#events.nearStart();
    this.#events.place(this.sizes.indexAt(top + 1));
  }

  /** The topmost line on screen, and where it stands. */
  #findAnchor(): Anchor | null {
    const { scroller, content } = this.#elements ?? {};
    if (!scroller || !content) return null;
    const edge = scroller.getBoundingClientRect().top;
    for (const element of content.querySelectorAll<HTMLElement>("[data-index]")) {
      const { top, bottom } = element.getBoundingClientRect();
      if (bottom > edge) return { key: element.dataset.key ?? "", top };
    }
    return null;
  }

  #restore({ key, top }: Anchor): void {
    const element = this.elementOf(key);
    const moved = element ? element.getBoundingClientRect().top - top : 0;
    if (Math.abs(moved) >= 0.5 && this.#elements) this.#elements.scroller.scrollTop += moved;
  }

  elementOf(key: string): HTMLElement | null {
    return this.#elements?.content.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
  }

  toEnd(): void {
    this.#draw(this.#endRange());
    this.#follower?.toEnd();
  }

  toStart(): void {
    if (this.#lines[0]) this.reveal(this.#lines[0].key);
  }

  /** Shows the line, `below` px under the upper edge unless all of it is on screen. Null: there is no such line. */
  reveal(key: string, below = PADDING): HTMLElement | null {
    const { scroller } = this.#elements ?? {};
    const index = this.#lines.findIndex((line) => line.key === key);
    if (index < 0 || !scroller) return null;
    if (!this.elementOf(key)) {
      const top = this.sizes.offset(index) - below;
      if (this.#follower) this.#follower.following = false;
      this.#draw(rangeBetween(this.sizes, this.#lines.length, top, top + scroller.clientHeight));
    }
    const element = this.elementOf(key);
    if (element) this.showElement(element, below);
    return element;
  }

  /** Scrolls as little as needed to have the element on screen. */
  showElement(element: Element, below = PADDING): void {
    this.showRect(element.getBoundingClientRect(), below);
  }

  /** The same for a place on screen. */
  showRect({ top, bottom }: DOMRect, below = PADDING): void {
    const { scroller } = this.#elements ?? {};
    if (!scroller) return;
    const view = scroller.getBoundingClientRect();
    if (top >= view.top + below && bottom <= view.bottom) return;
    if (top < view.top + below && this.#follower) this.#follower.following = false;
    scroller.scrollTop += top - view.top - below;
    this.#follower?.scrolled();
    this.settle();
  }

  /** The element that scrolls, and the one that floating things are placed in. */
  places(): { scroller: HTMLElement; host: HTMLElement } | null {
    const { scroller } = this.#elements ?? {};
    const host = scroller?.closest<HTMLElement>(".conversation");
    return scroller && host ? { scroller, host } : null;
  }
}
