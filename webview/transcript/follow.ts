/**
 * Follows the end of the transcript, or lets the reader be. A wheel upwards stops it at once, the
 * bottom resumes it. What gets shorter leaves room behind, so that nothing slides under the eye.
 */

/** At most this far from the bottom counts as the bottom, in px. */
const BOTTOM = 2;

export class Follower {
  #following = true;
  #lastTop = 0;
  /** How far each line on screen is from the end, the room left behind included: px from its top, by key, from the top. */
  #tails: ReadonlyMap<string, number> = new Map();
  readonly #scroller: HTMLElement;
  readonly #slack: HTMLElement;
  readonly #changed: (following: boolean) => void;

  /** `slack` stands after the lines inside `scroller`. `changed` hears whether the end is followed. */
  constructor(scroller: HTMLElement, slack: HTMLElement, changed: (following: boolean) => void) {
    this.#scroller = scroller;
    this.#slack = slack;
    this.#changed = changed;
  }

  get following(): boolean {
    return this.#following;
  }

  set following(following: boolean) {
    if (following === this.#following) return;
    this.#following = following;
    this.#changed(following);
  }

  /** px between the end and the bottom of the screen. */
  get gap(): number {
    const { scrollHeight, clientHeight, scrollTop } = this.#scroller;
    return scrollHeight - clientHeight - scrollTop;
  }

  /** The reader turned the wheel: upwards means to stay here. */
  wheel(deltaY: number): void {
    if (deltaY < 0 && this.#scroller.scrollTop > 0) this.following = false;
  }

  /** The place on screen is another one, whoever moved it. */
  scrolled(): void {
    const { scrollTop } = this.#scroller;
    if (this.gap <= BOTTOM) this.following = true;
    else if (scrollTop < this.#lastTop - 1) this.following = false;
    this.#lastTop = scrollTop;
    if (!this.#following) this.#dropHiddenSlack();
  }

  /**
   * Something was drawn or has changed its size: keeps the height of what is on screen, then the end.
   * @param tails px from the top of each line on screen or below it to the end of the lines, by key, from the top;
   *   none while lines before the end are not drawn
   * @param byHand the reader has opened or closed something: it stays where it was pressed, and the end moves
   */
  settle(tails: ReadonlyMap<string, number>, byHand = false): void {
    const known = [...tails].find(([key]) => this.#tails.has(key));
    const lost = known ? (this.#tails.get(known[0]) ?? 0) - known[1] : 0;
    const slack = Math.min(this.#scroller.clientHeight * 0.8, Math.max(0, lost));
    this.#setSlack(slack);
    this.#tails = new Map([...tails].map(([key, tail]) => [key, tail + slack]));
    if (byHand) {
      if (!this.#following) this.#dropHiddenSlack();
      this.following = this.gap <= BOTTOM;
    }
    if (this.#following) this.toEnd();
  }

  toEnd(): void {
    this.following = true;
    if (this.gap > 0) this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#lastTop = this.#scroller.scrollTop;
  }

  /** What stood here is gone: another conversation begins, at its end. */
  restart(): void {
    this.forget();
    this.following = true;
  }

  /** The lines have got other heights all at once: no room is kept for those they had. */
  forget(): void {
    this.#tails = new Map();
  }

  #dropHiddenSlack(): void {
    const slack = Number.parseFloat(this.#slack.style.height) || 0;
    if (slack === 0 || this.gap < slack) return;
    this.#setSlack(0);
    this.forget();
  }

  #setSlack(height: number): void {
    const value = height < 1 ? "" : `${height}px`;
    if (this.#slack.style.height !== value) this.#slack.style.height = value;
  }
}
