/**
 * What is on screen: plans which lines are drawn, measures them once they are, and keeps the reader's
 * place. The list component draws what `plan` says and calls `drawn` after each commit.
 */
import { Follower } from "./follow.ts";
import type { Line } from "./lines.ts";
import { lineOf } from "./roving.ts";
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
  /** After each scroll and change: the index of the first line on screen, and of the one `STICKY` px below it. */
  place(first: number, below: number): void;
  nearStart(): void;
}
/** Where the lines on screen stand, by key. */
type Anchors = ReadonlyMap<string, number>;

/** Nobody knows the screen's height before the first drawing. */
const ASSUMED_HEIGHT = 900;
const MAX_ROUNDS = 12;
/** Height of the line that a message sticks as. */
const STICKY = 52;
/** px above the first line. */
const PADDING = 8;
/** What stands below the lines and waits for an answer. */
const WAITING = "[data-request]:not([inert])";

/** How far the lines have moved because others came before them; null: these are other lines. */
function shiftBetween(before: readonly Line[], after: readonly Line[]): number | null {
  if (before.length === 0 || before[0]?.key === after[0]?.key) return 0;
  const places = new Map(after.map(({ key }, index) => [key, index]));
  for (const [index, { key }] of before.entries()) {
    const place = places.get(key);
    if (place !== undefined) return place - index;
  }
  return null;
}

function shifted({ start, end }: Range, by: number, count: number): Range {
  return { start: Math.max(0, start + by), end: Math.min(count, Math.max(0, end + by)) };
}

export class Viewport {
  readonly sizes = new Sizes();
  #lines: readonly Line[] = [];
  #range: Range = { start: 0, end: 0 };
  #anchors: Anchors = new Map();
  #follower: Follower | null = null;
  #elements: Elements | null = null;
  #drawing = false;
  /** Redrawings since the place or the lines changed: heights that never agree must not go on for ever. */
  #rounds = 0;
  /** The line that is being pressed, and its height before. */
  #pressed: { line: HTMLElement; height: number } | null = null;
  /** The first that waits for an answer, and the place that its head was given. */
  #waiting: { id: string | undefined; top: number | null } = { id: undefined, top: null };
  readonly #events: ViewportEvents;

  constructor(events: ViewportEvents) {
    this.#events = events;
  }

  /** Takes the elements once they are in the page; answers with what lets go of them. */
  attach(elements: Elements): () => void {
    const { scroller, content, slack } = elements;
    this.#elements = elements;
    this.#follower = new Follower(scroller, slack, (following) => this.#events.following(following));
    const resized = new ResizeObserver(() => {
      if (this.sizes.setWidth(content.clientWidth)) this.#follower?.forget();
      this.settle();
    });
    resized.observe(content);
    resized.observe(scroller);
    const wheel = (event: WheelEvent) => this.#follower?.wheel(event.deltaY);
    const scrolled = () => {
      this.#rounds = 0;
      this.#follower?.scrolled();
      this.settle();
    };
    const press = (event: MouseEvent) => this.#press(lineOf(event.target));
    scroller.addEventListener("click", press, { capture: true });
    scroller.addEventListener("wheel", wheel, { passive: true });
    scroller.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      resized.disconnect();
      scroller.removeEventListener("click", press, { capture: true });
      scroller.removeEventListener("wheel", wheel);
      scroller.removeEventListener("scroll", scrolled);
    };
  }

  /** Remembers the line until what the press has changed is drawn: two frames at most. */
  #press(line: HTMLElement | null): void {
    const pressed = line && { line, height: line.offsetHeight };
    this.#pressed = pressed;
    const forget = () => {
      if (this.#pressed === pressed) this.#pressed = null;
    };
    requestAnimationFrame(() => requestAnimationFrame(forget));
  }

  /** Whether a press has just made its line higher or lower. Told once. */
  #takeFold(): boolean {
    const { line, height } = this.#pressed ?? {};
    if (!line?.isConnected || line.offsetHeight === height) return false;
    this.#pressed = null;
    return true;
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
    this.#rounds = 0;
    const before = this.#lines;
    const shift = shiftBetween(before, lines);
    this.#anchors = this.#follower?.following ? new Map() : this.#findAnchors();
    this.#lines = lines;
    this.sizes.setLines(lines);
    if (shift === null) this.#follower?.restart();
    if (this.#follower?.following ?? true) this.#range = this.#endRange();
    else this.#range = shifted(this.#range, shift ?? 0, lines.length);
  }

  #endRange(): Range {
    const { total } = this.sizes;
    const height = this.#elements?.scroller.clientHeight ?? ASSUMED_HEIGHT;
    return rangeBetween(this.sizes, this.#lines.length, total - height, total);
  }

  /** What has been drawn is measured and put in its place; before it is painted. */
  drawn(): void {
    this.#drawing = true;
    this.#restore(this.#anchors);
    this.#anchors = new Map();
    this.settle();
    this.#drawing = false;
  }

  #draw(range: Range): void {
    const { start, end } = this.#range;
    if ((range.start === start && range.end === end) || this.#rounds > MAX_ROUNDS) return;
    this.#rounds += 1;
    this.#range = range;
    this.#events.redraw(this.#drawing);
  }

  /** Measures, keeps the end, and asks for more lines where the screen is not covered. */
  settle(): void {
    const { scroller, content } = this.#elements ?? {};
    if (!scroller || !content || !this.#follower) return;
    const { top: edge } = scroller.getBoundingClientRect();
    const { bottom: end } = content.getBoundingClientRect();
    const endIsDrawn = this.#range.end >= this.#lines.length;
    const tails = new Map<string, number>();
    for (const element of content.querySelectorAll<HTMLElement>("[data-index]")) {
      const rect = element.getBoundingClientRect();
      this.sizes.measure(Number(element.dataset.index), rect.height);
      if (endIsDrawn && rect.bottom > edge) tails.set(element.dataset.key ?? "", end - rect.top);
    }
    this.#follower.settle(tails, this.#takeFold());
    this.#showWaiting(scroller, content, this.#follower);
    const top = scroller.scrollTop - PADDING;
    const bottom = top + scroller.clientHeight;
    const count = this.#lines.length;
    if (!covers(this.#range, this.sizes, count, top, bottom)) {
      this.#draw(rangeBetween(this.sizes, count, top, bottom));
    }
    if (count > 0 && top < scroller.clientHeight) this.#events.nearStart();
    this.#events.place(this.sizes.indexAt(top + 1), this.sizes.indexAt(top + STICKY));
  }

  /**
   * Who follows the end reads the first that waits from its head, however much stands below; once nothing waits,
   * the end is followed again. Someone who has scrolled elsewhere is left there.
   */
  #showWaiting(scroller: HTMLElement, content: HTMLElement, follower: Follower): void {
    const first = content.querySelector<HTMLElement>(WAITING);
    const id = first?.dataset.request;
    if (id === this.#waiting.id) return;
    const { top } = this.#waiting;
    const isThere = follower.following || (top !== null && Math.abs(top - scroller.scrollTop) <= 1);
    this.#waiting = { id, top: null };
    if (!isThere) return;
    follower.toEnd();
    const above = first ? scroller.getBoundingClientRect().top + PADDING - first.getBoundingClientRect().top : 0;
    if (above <= 0) return;
    scroller.scrollTop -= above;
    follower.scrolled();
    this.#waiting = { id, top: scroller.scrollTop };
  }

  /** The lines on screen, from the top, and where they stand. */
  #findAnchors(): Anchors {
    const { scroller, content } = this.#elements ?? {};
    const anchors = new Map<string, number>();
    if (!scroller || !content) return anchors;
    const edges = scroller.getBoundingClientRect();
    for (const element of content.querySelectorAll<HTMLElement>("[data-index]")) {
      const { top, bottom } = element.getBoundingClientRect();
      if (bottom > edges.top && top < edges.bottom) anchors.set(element.dataset.key ?? "", top);
    }
    return anchors;
  }

  /** Puts the first of them that is still there back to where it stood. */
  #restore(anchors: Anchors): void {
    for (const [key, top] of anchors) {
      const element = this.elementOf(key);
      if (!element) continue;
      const moved = element.getBoundingClientRect().top - top;
      if (Math.abs(moved) >= 0.5 && this.#elements) this.#elements.scroller.scrollTop += moved;
      return;
    }
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
      if (this.#follower) this.#follower.following = false;
      this.#rounds = 0;
      // About there: what stands before it has only been estimated where it was never drawn.
      scroller.scrollTop = this.sizes.offset(index) - below + PADDING;
      this.settle();
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
