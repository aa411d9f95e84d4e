const headBytes = 8;

/** A set of user ids as a bitmap: ids of one organization lie close together. */
export class IdSet {
  /** The id of bit 0, a multiple of 8. */
  #first: number;
  #bits: Uint8Array;

  private constructor(first: number, bits: Uint8Array) {
    this.#first = first;
    this.#bits = bits;
  }

  static of(ids: Iterable<number>): IdSet {
    const all = [...ids];
    const set = new IdSet(0, new Uint8Array());
    let least = Number.POSITIVE_INFINITY;
    let most = 0;
    for (const id of all) {
      if (id < least) least = id;
      if (id > most) most = id;
    }
    if (all.length > 0) set.#cover(least, most);
    for (const id of all) set.add(id);
    return set;
  }

  /** Reads a set from the result of `toBuffer`. */
  static fromBuffer(bytes: Buffer): IdSet {
    const first = Number(bytes.readBigUInt64LE(0));
    return new IdSet(first, new Uint8Array(bytes.subarray(headBytes)));
  }

  /** Memory of its bits. */
  get bytes(): number {
    return this.#bits.length;
  }

  toBuffer(): Buffer {
    const bytes = Buffer.alloc(headBytes + this.#bits.length);
    bytes.writeBigUInt64LE(BigInt(this.#first));
    bytes.set(this.#bits, headBytes);
    return bytes;
  }

  has(id: number): boolean {
    const offset = id - this.#first;
    return offset >= 0 && ((this.#bits[offset >> 3] ?? 0) & (1 << (offset & 7))) !== 0;
  }

  add(id: number): void {
    this.#cover(id, id);
    const offset = id - this.#first;
    this.#bits[offset >> 3] = (this.#bits[offset >> 3] ?? 0) | (1 << (offset & 7));
  }

  delete(id: number): void {
    const offset = id - this.#first;
    const byte = this.#bits[offset >> 3];
    if (offset >= 0 && byte !== undefined) this.#bits[offset >> 3] = byte & ~(1 << (offset & 7));
  }

  /** Puts everything of the other set in. */
  addAll(other: IdSet): void {
    if (other.#bits.length === 0) return;
    this.#cover(other.#first, other.#first + other.#bits.length * 8 - 1);
    const shift = (other.#first - this.#first) >> 3;
    for (const [index, byte] of other.#bits.entries())
      this.#bits[shift + index] = (this.#bits[shift + index] ?? 0) | byte;
  }

  /** Lists the ids that are in this set and not in the other one, ascending. */
  without(other: IdSet): number[] {
    const ids: number[] = [];
    const shift = (this.#first - other.#first) >> 3;
    for (const [index, byte] of this.#bits.entries()) {
      const left = byte & ~(other.#bits[shift + index] ?? 0);
      for (let bit = 0; left >> bit > 0; bit += 1)
        if ((left & (1 << bit)) !== 0) ids.push(this.#first + index * 8 + bit);
    }
    return ids;
  }

  /** Returns the ids that are in both. */
  common(other: IdSet): IdSet {
    const shift = (this.#first - other.#first) >> 3;
    const bits = this.#bits.map((byte, index) => byte & (other.#bits[shift + index] ?? 0));
    return new IdSet(this.#first, bits);
  }

  #cover(least: number, most: number): void {
    const isEmpty = this.#bits.length === 0;
    const end = isEmpty ? 0 : this.#first + this.#bits.length * 8;
    const first = isEmpty ? least - (least & 7) : Math.min(this.#first, least - (least & 7));
    if (!isEmpty && first === this.#first && most < end) return;
    const bits = new Uint8Array(((Math.max(most, end - 1) - first) >> 3) + 1);
    if (!isEmpty) bits.set(this.#bits, (this.#first - first) >> 3);
    this.#first = first;
    this.#bits = bits;
  }
}
