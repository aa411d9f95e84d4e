/** Remembers what was seen for at least as long as it is good. */
export class SeenNonces {
  readonly #forMs: number;
  readonly #now: () => number;
  #since = -Infinity;
  #current = new Set<string>();
  #previous = new Set<string>();

  constructor(forMs: number, now: () => number) {
    this.#forMs = forMs;
    this.#now = now;
  }

  /** Remembers one. @returns false when it was seen before */
  add(nonce: string): boolean {
    if (this.#now() - this.#since > this.#forMs) {
      this.#previous = this.#current;
      this.#current = new Set();
      this.#since = this.#now();
    }
    if (this.#current.has(nonce) || this.#previous.has(nonce)) return false;
    this.#current.add(nonce);
    return true;
  }
}
