import { EntryList, type Reader } from "./entry-list.ts";
import type { Entry } from "./entry.ts";

/** The recent entries of one realm, without gaps from `from` up to the partition's head. */
export class RealmRing {
  readonly #entries = new EntryList();
  #from: number;
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
    this.#entries.append(entry);
    this.#bytes += entry.bytes;
  }

  /**
   * Puts older entries before the ring's own; `entries` holds all of the realm from `from` up to the ring's beginning.
   */
  prepend(entries: readonly Entry[], from: number): void {
    const older = entries.filter((entry) => entry.sequence < this.#from);
    this.#entries.prepend(older);
    for (const entry of older) this.#bytes += entry.bytes;
    this.#from = Math.min(this.#from, from);
  }

  /** Entries with at least this sequence that may concern the reader, in order; only meaningful when covered. */
  since(sequence: number, reader: Reader): readonly Entry[] {
    return this.#entries.since(sequence, reader);
  }

  /** Forgets the oldest entries until at most this many bytes are left. */
  trim(maxBytes: number): void {
    let drop = 0;
    for (const entry of this.#entries) {
      if (this.#bytes <= maxBytes) break;
      this.#bytes -= entry.bytes;
      this.#from = entry.sequence + 1;
      drop += 1;
    }
    this.#entries.drop(drop);
  }
}
