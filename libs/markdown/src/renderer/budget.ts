/** Amount that may be spent. */
export interface Allowance {
  /** Milliseconds of rendering that may be spent at once. */
  readonly capacityMs: number;
  /** Milliseconds that come back in each second. */
  readonly refillMs: number;
}

interface Level {
  /** Below zero when more was spent than was there. */
  ms: number;
  /** Time of that level, on the clock. */
  at: number;
}

/** More keys than these are looked through for those that have everything back. */
const maxKeys = 1000;

/** A token bucket of rendering time for each key: what was spent is taken off afterwards, and whoever owes waits. */
export class Budget {
  readonly #allowance: Allowance;
  readonly #now: () => number;
  readonly #levels = new Map<string, Level>();

  /** `now` is a clock in milliseconds. */
  constructor(allowance: Allowance, now: () => number) {
    this.#allowance = allowance;
    this.#now = now;
  }

  /** Counts the keys that have spent something which has not come back. */
  get size(): number {
    return this.#levels.size;
  }

  /** Returns the milliseconds that may be spent now; zero or less when nothing may be. */
  left(key: string): number {
    const { capacityMs, refillMs } = this.#allowance;
    const level = this.#levels.get(key);
    if (!level) return capacityMs;
    return Math.min(capacityMs, level.ms + ((this.#now() - level.at) / 1000) * refillMs);
  }

  /** Returns milliseconds until something may be spent; 0 when that is now. */
  waitMs(key: string): number {
    const left = this.left(key);
    return left > 0 ? 0 : Math.ceil(((1 - left) / this.#allowance.refillMs) * 1000);
  }

  spend(key: string, ms: number): void {
    this.#levels.set(key, { ms: this.left(key) - ms, at: this.#now() });
    if (this.#levels.size <= maxKeys) return;
    for (const one of this.#levels.keys())
      if (this.left(one) >= this.#allowance.capacityMs) this.#levels.delete(one);
  }
}
