import { runShared } from "@team-chat/work";

/** Who waits for one reading. */
interface Waiting<Ask, Found> {
  readonly asks: Ask[];
  readonly found: PromiseWithResolvers<Found>;
}

/**
 * Reads once for all who wait at the same time, by a number that they have in common (an organization). One reading is under way for each number; who comes
 * meanwhile waits for the next, so nobody is given what was read before they came.
 */
export class GatheredReads<Ask, Found> {
  readonly #read: (key: number, asks: readonly Ask[]) => Promise<Found>;
  readonly #maxAtOnce: number;
  readonly #waiting = new Map<number, Waiting<Ask, Found>[]>();

  /** `read` is given at most `maxAtOnce` asks. */
  constructor(
    read: (key: number, asks: readonly Ask[]) => Promise<Found>,
    { maxAtOnce }: { readonly maxAtOnce: number },
  ) {
    this.#read = read;
    this.#maxAtOnce = maxAtOnce;
  }

  /** What a reading found that began after this call and knew of `ask`. Rejects as the reading does. */
  of(key: number, ask: Ask): Promise<Found> {
    let queue = this.#waiting.get(key);
    if (queue === undefined) {
      queue = [];
      this.#waiting.set(key, queue);
      // At the end of this turn, so that those who come in the same turn read together.
      setImmediate(() => void this.#serve(key));
    }
    let last = queue.at(-1);
    if (last === undefined || last.asks.length >= this.#maxAtOnce) {
      last = { asks: [], found: Promise.withResolvers() };
      queue.push(last);
    }
    last.asks.push(ask);
    return last.found.promise;
  }

  /** Serves one group after the other until nobody waits. */
  async #serve(key: number): Promise<void> {
    for (;;) {
      const next = this.#waiting.get(key)?.shift();
      if (next === undefined) break;
      const found = runShared(async () => this.#read(key, next.asks));
      await found.then(next.found.resolve, next.found.reject);
    }
    this.#waiting.delete(key);
  }
}
