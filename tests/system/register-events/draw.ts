/** Says that there is nothing to choose from, so that an operation makes no sense yet. */
export class NothingToDraw extends Error {}

/** Choices that depend on a seed alone. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** From 0 up to, and without, `end`. */
  int(end: number): number {
    // A 32-bit mixing step, good enough to choose test data with.
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.int(times) === 0;
  }

  bool(): boolean {
    return this.int(2) === 0;
  }

  /** @throws NothingToDraw */
  of<T>(list: readonly T[]): T {
    const index = this.int(Math.max(list.length, 1));
    if (index >= list.length) throw new NothingToDraw();
    return list[index] as T;
  }

  /** Between one and `most` different ones. @throws NothingToDraw */
  some<T>(list: readonly T[], most = 3): T[] {
    const wanted = 1 + this.int(most);
    const chosen = new Set<T>();
    for (let count = 0; count < wanted; count += 1) chosen.add(this.of(list));
    return [...chosen];
  }

  shuffled<T>(list: readonly T[]): T[] {
    const keyed = list.map((value) => ({ value, key: this.int(1_000_000) }));
    return keyed.toSorted((a, b) => a.key - b.key).map(({ value }) => value);
  }

  word(): string {
    return this.of(["lunch", "Plans", "deploy", "News", "urgent", "team red", "Ümlaut", "blue"]);
  }
}
