/** Runs at most so many tasks at once; the others wait in the order in which they came. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(limit: number) {
    this.#free = limit;
  }

  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    try {
      return await work();
    } finally {
      // Whoever waits takes the place over, so that nobody who comes meanwhile is before them.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
