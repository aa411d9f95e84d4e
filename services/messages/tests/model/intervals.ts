/** Stretches of ids that somebody receives in a place, the last one perhaps without end. */
export class Intervals {
  readonly #stretches: { readonly from: number; to: number }[] = [];

  covers(id: number): boolean {
    return this.#stretches.some(({ from, to }) => from <= id && id < to);
  }

  open(from: number): void {
    this.#stretches.push({ from, to: Infinity });
  }

  /** Ends what has no end. */
  close(at: number): void {
    for (const stretch of this.#stretches) if (stretch.to === Infinity) stretch.to = at;
  }

  add(id: number): void {
    this.#stretches.push({ from: id, to: id + 1 });
  }
}
