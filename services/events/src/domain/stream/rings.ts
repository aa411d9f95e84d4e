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

/**
 * Bytes of the streams that are kept in memory, counted as they stand in the stream; parsed they take a few times as
 * much.
 */
export interface RingLimits {
  /** Of one realm. */
  readonly realmBytes: number;
  /** Of all together. */
  readonly allBytes: number;
}

const mebibyte = 1024 * 1024;
export const defaultRingLimits: RingLimits = { realmBytes: 16 * mebibyte, allBytes: 48 * mebibyte };

/**
 * The rings of all realms, which together stay below a limit whatever queues there are: who needs more is served from
 * the stream.
 */
export class Rings {
  readonly #limits: RingLimits;
  readonly #rings = new Set<RealmRing>();
  #bytes = 0;

  constructor(limits: RingLimits) {
    this.#limits = limits;
  }

  /** Returns the bytes of all rings, as they stand in the streams. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Opens an empty ring that begins with this sequence. */
  open(from: number): RealmRing {
    const ring = new RealmRing(from);
    this.#rings.add(ring);
    return ring;
  }

  close(ring: RealmRing): void {
    if (this.#rings.delete(ring)) this.#bytes -= ring.bytes;
  }

  append(ring: RealmRing, entry: Entry): void {
    ring.append(entry);
    this.#bytes += entry.bytes;
    if (ring.bytes > this.#limits.realmBytes) this.#trim(ring, this.#limits.realmBytes / 2);
    while (this.#bytes > this.#limits.allBytes) {
      const largest = this.#largest();
      this.#trim(largest, largest.bytes / 2);
    }
  }

  /** Puts older entries before the ring's own (see `RealmRing`), if there is room for them. */
  prepend(ring: RealmRing, entries: readonly Entry[], from: number): boolean {
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    const { allBytes, realmBytes } = this.#limits;
    if (ring.bytes + bytes > realmBytes || this.#bytes + bytes > allBytes) return false;
    const before = ring.bytes;
    ring.prepend(entries, from);
    this.#bytes += ring.bytes - before;
    return true;
  }

  #trim(ring: RealmRing, maxBytes: number): void {
    const before = ring.bytes;
    ring.trim(maxBytes);
    this.#bytes -= before - ring.bytes;
  }

  #largest(): RealmRing {
    return [...this.#rings].reduce((one, other) => (other.bytes > one.bytes ? other : one));
  }
}
