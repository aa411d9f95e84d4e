import type { Entry } from "./entry.ts";
import { RealmRing } from "./realm-ring.ts";

/**
 * Bytes of the streams that are kept in memory, counted as they stand in the stream; parsed they take a few times as
 * much.
 */
export interface RingLimits {
  /** Of one realm. */
  readonly realmBytes: number;
  /** Most bytes of all rings together. */
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
