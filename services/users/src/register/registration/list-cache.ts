/** A JSON list, and where in it each element begins. */
export interface RenderedList {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
}

interface Kept<Of> {
  readonly of: Of;
  readonly list: RenderedList;
}

/**
 * Keeps rendered lists by name, each of the object that it was last made of, up to so many bytes together: then the
 * longest unused go.
 */
export class ListCache<Of extends object> {
  readonly #maxBytes: number;
  /** The one used last comes last. */
  readonly #kept = new Map<string, Kept<Of>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the list of exactly this object. */
  get(of: Of, name: string, make: () => RenderedList): RenderedList {
    const known = this.#kept.get(name);
    this.#forget(name);
    const list = known?.of === of ? known.list : make();
    this.#kept.set(name, { of, list });
    this.#bytes += list.bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest);
    }
    return list;
  }

  #forget(name: string): void {
    this.#bytes -= this.#kept.get(name)?.list.bytes.length ?? 0;
    this.#kept.delete(name);
  }
}
