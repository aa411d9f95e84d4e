/**
 * Shares one question among all who wait for its answer, but never gives anybody the answer to a question that was asked before they
 * came: a caller that arrives while a question is under way waits for the next one.
 */
export class CoalescedCheck<T> {
  readonly #ask: () => Promise<T>;
  #current: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /** The answer to a question asked after this call. Rejects as the question does. */
  check(): Promise<T> {
    if (this.#current === undefined) return this.#start();
    this.#next ??= this.#current.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<T> {
    this.#next = undefined;
    const asked = this.#ask();
    this.#current = asked;
    const clear = () => {
      if (this.#current === asked) this.#current = undefined;
    };
    asked.then(clear, clear);
    return asked;
  }
}
