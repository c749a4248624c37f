/**
 * Follows the end of the transcript, or lets the reader be. A wheel upwards stops it at once, the
 * bottom resumes it. What gets shorter leaves room behind, so that nothing slides under the eye.
 */

/** At most this far from the bottom counts as the bottom, in px. */
const BOTTOM = 2;

export class Follower {
  #following = true;
  #lastTop = 0;
  #floor = 0;
  readonly #scroller: HTMLElement;
  readonly #content: HTMLElement;
  readonly #slack: HTMLElement;
  readonly #changed: (following: boolean) => void;

  /** `slack` stands after `content` inside `scroller`. `changed` hears whether the end is followed. */
  constructor(scroller: HTMLElement, content: HTMLElement, slack: HTMLElement, changed: (following: boolean) => void) {
    this.#scroller = scroller;
    this.#content = content;
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

  /** Something was drawn or has changed its size: keeps the height, then the end. */
  settle(): void {
    const natural = this.#content.offsetHeight;
    const most = this.#scroller.clientHeight * 0.8;
    const slack = Math.min(most, Math.max(0, this.#floor - natural));
    this.#setSlack(slack);
    this.#floor = natural + slack;
    if (this.#following) this.toEnd();
  }

  toEnd(): void {
    this.following = true;
    if (this.gap > 0) this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#lastTop = this.#scroller.scrollTop;
  }

  /** What stood here is gone: another conversation begins, at its end. */
  restart(): void {
    this.#floor = 0;
    this.following = true;
  }

  #dropHiddenSlack(): void {
    const slack = Number.parseFloat(this.#slack.style.height) || 0;
    if (slack === 0 || this.gap < slack) return;
    this.#setSlack(0);
    this.#floor = this.#content.offsetHeight;
  }

  #setSlack(height: number): void {
    const value = height < 1 ? "" : `${height}px`;
    if (this.#slack.style.height !== value) this.#slack.style.height = value;
  }
}
