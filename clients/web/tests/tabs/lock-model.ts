/** Somebody who waits for the lock, or holds it. */
interface Holder {
  readonly tab: string;
  /** Tells that the lock is held. */
  readonly onHeld: () => void;
  /** Tells that another one has taken it. */
  readonly onTaken: () => void;
}

/** A lock of the browser: one tab holds it, the others wait in their order. */
export class LockModel {
  #holder: Holder | null = null;
  #waiting: Holder[] = [];

  request(holder: Holder, signal: AbortSignal): void {
    if (signal.aborted) {
      holder.onTaken();
      return;
    }
    this.#waiting.push(holder);
    signal.addEventListener("abort", () => {
      if (!this.#waiting.includes(holder)) return;
      this.#waiting = this.#waiting.filter((one) => one !== holder);
      holder.onTaken();
    });
    this.#grant();
  }

  take(holder: Holder): void {
    const before = this.#holder;
    this.#holder = holder;
    before?.onTaken();
    holder.onHeld();
  }

  release(holder: Holder): void {
    if (this.#holder !== holder) return;
    this.#holder = null;
    this.#grant();
  }

  /** Forgets a tab that is closed, or has crashed. */
  forget(tab: string): void {
    this.#waiting = this.#waiting.filter((one) => one.tab !== tab);
    if (this.#holder?.tab === tab) this.release(this.#holder);
  }

  #grant(): void {
    if (this.#holder !== null) return;
    this.#holder = this.#waiting.shift() ?? null;
    this.#holder?.onHeld();
  }
}
