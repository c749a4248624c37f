/** A door in a script: the endpoint stops at it until the test opens it. */
export class Gate {
  /** Resolves when a script has arrived at the gate. */
  readonly reached: Promise<void>;
  /** Resolves when the gate is open. */
  readonly opened: Promise<void>;
  #arrive: () => void = () => {};
  #open: () => void = () => {};

  constructor() {
    this.reached = new Promise((resolve) => {
      this.#arrive = resolve;
    });
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /** Lets everything that waits, and all that comes later, pass. */
  open(): void {
    this.#open();
  }

  /** Called by the endpoint: says that the gate was reached and waits for it. */
  async pass(): Promise<void> {
    this.#arrive();
    await this.opened;
  }
}
