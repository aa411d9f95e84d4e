/** Values that are produced in one place and awaited in another, in order. */
export class Inbox<T> {
  readonly #values: T[] = [];
  readonly #waiting: ((value: T) => void)[] = [];

  /** Values that nobody has taken yet. */
  get size(): number {
    return this.#values.length;
  }

  put(value: T): void {
    const next = this.#waiting.shift();
    if (next) next(value);
    else this.#values.push(value);
  }

  take(): Promise<T> {
    const value = this.#values.shift();
    return value === undefined
      ? new Promise((resolve) => this.#waiting.push(resolve))
      : Promise.resolve(value);
  }
}
