interface Numbered {
  readonly id: number;
}

const places = 4096;

/**
 * Holds calls by their number, which mostly counts up. A `Map` leaves tables behind as it changes, each of which keeps
 * the next one and all that was in it alive once it has become old; a ring keeps nothing that was deleted.
 */
export class NumberedMap<T extends Numbered> {
  /** By the number's last bits. */
  readonly #ring: (T | undefined)[] = [];
  /** Those whose place another has. */
  readonly #others = new Map<number, T>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: number): T | undefined {
    const found = this.#ring[id % places];
    return found?.id === id ? found : this.#others.get(id);
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  /** Sets it in place of what has the same number. */
  set(one: T): void {
    this.delete(one.id);
    this.#size += 1;
    const place = one.id % places;
    if (this.#ring[place] === undefined) this.#ring[place] = one;
    else this.#others.set(one.id, one);
  }

  delete(id: number): boolean {
    const place = id % places;
    if (this.#ring[place]?.id === id) this.#ring[place] = undefined;
    else if (!this.#others.delete(id)) return false;
    this.#size -= 1;
    return true;
  }

  /** Forgets all and returns them. */
  takeAll(): T[] {
    const all = [...this.#ring.filter((one) => one !== undefined), ...this.#others.values()];
    this.#ring.length = 0;
    this.#others.clear();
    this.#size = 0;
    return all;
  }
}
