interface Kept<Value> {
  readonly value: Value;
  bytes: number;
  usedAt: number;
}

interface RecentlyUsedOptions {
  /** Memory of all values, at which the longest unused ones go. */
  readonly maxBytes: number;
  /** Time in ms; that of the process when left out. */
  readonly now?: () => number;
}

/** Time after which what nobody has used goes, as soon as something else is used. */
const idleMs = 600_000;

/**
 * A cache of values by number, bounded by the memory that they take, roughly. It gives memory back: what was not used
 * for ten minutes goes. Only what was used last always stays, however large it is.
 */
export class RecentlyUsed<Value> {
  readonly #maxBytes: number;
  readonly #now: () => number;
  /** The one used last comes last. */
  readonly #kept = new Map<number, Kept<Value>>();
  #bytes = 0;

  constructor({ maxBytes, now = () => performance.now() }: RecentlyUsedOptions) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** Number of values. */
  get size(): number {
    return this.#kept.size;
  }

  /** Memory that all values take, roughly. */
  get bytes(): number {
    return this.#bytes;
  }

  get(key: number): Value | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    kept.usedAt = this.#now();
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.value;
  }

  /** Keeps a value of so many bytes in the place of the one before. */
  set(key: number, value: Value, bytes: number): void {
    this.delete(key);
    this.#kept.set(key, { value, bytes, usedAt: this.#now() });
    this.#bytes += bytes;
    this.#forget(key);
  }

  delete(key: number): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }

  #forget(usedKey: number): void {
    const idleSince = this.#now() - idleMs;
    for (const [key, { usedAt }] of this.#kept) {
      if (key === usedKey || (this.#bytes <= this.#maxBytes && usedAt > idleSince)) break;
      this.delete(key);
    }
  }
}
