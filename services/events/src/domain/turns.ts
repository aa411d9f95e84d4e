/** Lets at most so many go on in each turn of the event loop, in the order in which they came. */
export class Turns {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves in the next turn that has room. */
  next(): Promise<void> {
    if (this.#waiting.length === 0) setImmediate(() => this.#begin());
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #begin(): void {
    for (const resolve of this.#waiting.splice(0, this.#most)) resolve();
    if (this.#waiting.length > 0) setImmediate(() => this.#begin());
  }
}
