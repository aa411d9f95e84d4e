/** Largest number of steps under way that are not slow. */
const maxQuickRuns = 64;
/** Largest number of all steps under way; the slow ones among them wait for servers and cost next to nothing. */
const maxRuns = 512;
/** Time after which a step counts as slow, and another may begin. */
const slowAfterMs = 500;

interface Run {
  /** Milliseconds since 1970. */
  readonly claimedAt: number;
  readonly done: Promise<void>;
}

/** The steps under way in this process, by what they work on. */
export class Runs<Item> {
  readonly #runs = new Map<Item, Run>();

  add(item: Item, run: Run): void {
    this.#runs.set(item, run);
  }

  delete(item: Item): void {
    this.#runs.delete(item);
  }

  /** Number of steps under way. */
  get size(): number {
    return this.#runs.size;
  }

  /** Lists what is worked on. */
  items(): readonly Item[] {
    return [...this.#runs.keys()];
  }

  /** Returns how many more runs may begin now. */
  room(now: number): number {
    const slow = this.claimedBefore(now - slowAfterMs).length;
    return Math.min(maxQuickRuns - this.#runs.size + slow, maxRuns - this.#runs.size);
  }

  claimedBefore(time: number): readonly Item[] {
    return [...this.#runs].filter(([, { claimedAt }]) => claimedAt <= time).map(([item]) => item);
  }

  async finished(): Promise<void> {
    await Promise.all([...this.#runs.values()].map(({ done }) => done));
  }
}
