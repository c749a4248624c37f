/** Takes a listener off again; harmless when called twice. */
export type Unsubscribe = () => void;

/** Listeners of one kind of event. One that throws never keeps the others from being told. */
export class Listeners<T> {
  #listeners = new Set<(value: T) => void>();
  #onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  add(listener: (value: T) => void): Unsubscribe {
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  emit(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.#onFault(error);
      }
    }
  }
}
