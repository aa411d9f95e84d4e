import type { Entry } from "./entry.ts";

/** The recent entries of one realm, without gaps from `from` up to the partition's head. */
export class RealmRing {
  #from: number;
  #entries: Entry[] = [];
  #bytes = 0;

  constructor(from: number) {
    this.#from = from;
  }

  /** Returns the sequence from which on every entry of the realm is here. */
  get from(): number {
    return this.#from;
  }

  get bytes(): number {
    return this.#bytes;
  }

  covers(sequence: number): boolean {
    return sequence >= this.#from;
  }

  append(entry: Entry): void {
    this.#entries.push(entry);
    this.#bytes += entry.bytes;
  }

  /**
   * Puts older entries before the ring's own; `entries` holds all of the realm from `from` up to the ring's beginning.
   */
  prepend(entries: readonly Entry[], from: number): void {
    const older = entries.filter((entry) => entry.sequence < this.#from);
    this.#entries = [...older, ...this.#entries];
    for (const entry of older) this.#bytes += entry.bytes;
    this.#from = Math.min(this.#from, from);
  }

  /** Entries with at least this sequence, in order; only meaningful when covered. */
  since(sequence: number): readonly Entry[] {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.sequence ?? 0) < sequence) low = middle + 1;
      else high = middle;
    }
    return this.#entries.slice(low);
  }

  /** Forgets the oldest entries until at most this many bytes are left. */
  trim(maxBytes: number): void {
    let drop = 0;
    while (this.#bytes > maxBytes && drop < this.#entries.length) {
      const entry = this.#entries[drop];
      if (entry === undefined) break;
      this.#bytes -= entry.bytes;
      this.#from = entry.sequence + 1;
      drop += 1;
    }
    this.#entries.splice(0, drop);
  }
}
