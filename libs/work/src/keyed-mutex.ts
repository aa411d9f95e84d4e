/** Gives the key to one holder at a time, in the order of asking. */
export class KeyedMutex {
  #tails = new Map<number, Promise<void>>();

  /** Resolves when the key is this caller's, with the function that gives it back (more than once does no harm). */
  async acquire(key: number): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#tails.get(key);
    this.#tails.set(key, promise);
    await before;
    return () => {
      if (this.#tails.get(key) === promise) this.#tails.delete(key);
      // A new map instead of an emptied one: docs/optimizations.md.
      if (this.#tails.size === 0) this.#tails = new Map();
      resolve();
    };
  }
}
