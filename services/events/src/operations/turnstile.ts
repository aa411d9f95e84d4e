/** Lets so much work run at a time; the rest waits in the order of coming. */
export class Turnstile {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
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
      // Whoever waits takes the place over, so that nobody who comes meanwhile is before him.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
