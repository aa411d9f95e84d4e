import type { Bytes } from "@team-chat/contract";

/** Takes a body that consists of pieces of any length apart in pieces of one length, without copying. */
export class BodyReader {
  readonly #pieces: Bytes;
  #index = 0;
  #offset = 0;
  #left: number;

  constructor(pieces: Bytes) {
    this.#pieces = pieces;
    this.#left = lengthOf(pieces);
  }

  /** Number of bytes that were not taken yet. */
  get left(): number {
    return this.#left;
  }

  /** Takes the next so many bytes; fewer at the end. */
  take(count: number): Bytes {
    const taken: Uint8Array[] = [];
    let wanted = Math.min(count, this.#left);
    this.#left -= wanted;
    while (wanted > 0) {
      const piece = this.#pieces[this.#index] ?? new Uint8Array(wanted);
      const part = piece.subarray(this.#offset, this.#offset + wanted);
      taken.push(part);
      wanted -= part.length;
      this.#offset += part.length;
      if (this.#offset < piece.length) continue;
      this.#index += 1;
      this.#offset = 0;
    }
    return taken;
  }
}

/** Returns the number of bytes of all pieces together. */
export function lengthOf(pieces: Bytes): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
