/** A door in a script: the endpoint stops at it until the test opens it. */
export class Gate {
  /** Resolves when the gate is open. */
  readonly opened: Promise<void>;
  readonly #arrived: Promise<void>;
  #arrive: () => void = () => {};
  #open: () => void = () => {};

  constructor() {
    this.#arrived = new Promise((resolve) => {
      this.#arrive = resolve;
    });
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /** Resolves when a script has arrived at the gate; rejects when none does. */
  get reached(): Promise<void> {
    return bounded(this.#arrived, "no script arrived at the gate");
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

/** The promise, or a rejection after `patience` ms. */
export async function bounded<T>(promise: Promise<T>, what: string, patience = 15_000): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${patience} ms`)), patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
