import { markProcessor, Spent } from "@team-chat/work";

/** Steps that one organization does before the next one has its turn. */
export const stepsInTurn = 256;

/**
 * Work of several organizations, each of which is done in steps, and all of them in turn: whoever has much to do keeps
 * nobody else waiting for more than so many steps. In each turn of the event loop every organization has one turn, so
 * that what comes meanwhile joins them.
 */
export class SharedTurns<Owner> {
  readonly #work = new Map<Owner, Iterator<void>[]>();
  readonly #onTurn: (owner: Owner, processorUs: number) => void;
  #isPlanned = false;

  /** `onTurn` is called when an owner has had a turn, with the processor time that it took. */
  constructor(onTurn: (owner: Owner, processorUs: number) => void) {
    this.#onTurn = onTurn;
  }

  /** True if nothing is to be done. */
  get isIdle(): boolean {
    return this.#work.size === 0;
  }

  /** Has this done, from the end of this turn of the event loop on, after what the owner has to do already. */
  add(owner: Owner, work: Iterator<void>): void {
    const known = this.#work.get(owner);
    if (known === undefined) this.#work.set(owner, [work]);
    else known.push(work);
    this.#plan();
  }

  /** Does all that an owner has to do, now. */
  finish(owner: Owner): void {
    this.#advance(owner, Infinity);
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      for (const owner of this.#work.keys()) this.#advance(owner, stepsInTurn);
      if (!this.isIdle) this.#plan();
    });
  }

  #advance(owner: Owner, most: number): void {
    const work = this.#work.get(owner);
    if (work === undefined) return;
    markProcessor(undefined);
    for (let left = most; left > 0; left -= 1) {
      const [first] = work;
      if (first === undefined) break;
      if (first.next().done === true) work.shift();
    }
    if (work.length === 0) this.#work.delete(owner);
    const spent = new Spent();
    markProcessor(spent);
    this.#onTurn(owner, spent.processorUs);
  }
}
