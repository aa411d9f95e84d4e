import { runShared } from "./work.ts";

/** Spaces batches while many ask, so that more of them share one. */
export interface Pacing {
  /** After a busy batch the next one begins this long after it began. */
  readonly ms: number;
  /** A batch of at least so many asks is busy. */
  readonly busyThreshold: number;
  /** Number of waiting callers whose batch begins at the end of the current turn of the event loop. */
  readonly maxWaiters: number;
}

export interface BatchOptions {
  /** Most asks of one batch; no limit when left out. */
  readonly maxBatch?: number;
  /**
   * Has the first batch begin at the end of the turn instead of at once, so that those who come in one turn share it.
   */
  readonly gathersTurn?: boolean;
  /** Without it nobody ever waits for company. */
  readonly pacing?: Pacing | undefined;
  /** Called when nobody waits any more. */
  readonly onIdle?: () => void;
}

interface Batch<Ask, Answer> {
  readonly asks: Ask[];
  readonly answer: PromiseWithResolvers<Answer>;
}

/**
 * Loads once for all who ask while another load is under way, and never gives anybody what a load found that began
 * before they asked. All asks of a batch share its result, or its error; loads of one loader never overlap.
 */
export class BatchLoader<Ask, Answer> {
  readonly #load: (asks: readonly Ask[]) => Promise<Answer>;
  readonly #options: BatchOptions;
  readonly #queue: Batch<Ask, Answer>[] = [];
  /** Asks that are content with any batch, until the timer begins one for them. */
  #deferred: (Batch<Ask, Answer> & { readonly timer: NodeJS.Timeout }) | undefined;
  #serving = false;
  #beganAt = -Infinity;
  #lastSize = 0;
  #endPause: (() => void) | undefined;

  constructor(load: (asks: readonly Ask[]) => Promise<Answer>, options: BatchOptions = {}) {
    this.#load = load;
    this.#options = options;
  }

  /** Resolves with the result of a load that began after this call and was given the ask. Rejects as that load does. */
  load(ask: Ask): Promise<Answer> {
    const { maxBatch = Infinity, pacing } = this.#options;
    let batch = this.#queue.at(-1);
    if (batch === undefined || batch.asks.length >= maxBatch) {
      batch = newBatch();
      this.#queue.push(batch);
    }
    batch.asks.push(ask);
    if (batch.asks.length === pacing?.maxWaiters) setImmediate(() => this.#endPause?.());
    this.#begin();
    return batch.answer.promise;
  }

  /**
   * Loads for asks that can wait: when a load began less than `ms` ago they share the next one, which begins at the
   * latest that long after it. They do not count for `maxBatch`.
   */
  loadWithin(ms: number, ask: Ask): Promise<Answer> {
    const waitMs = this.#beganAt + ms - performance.now();
    if (waitMs <= 0) return this.load(ask);
    this.#deferred ??= { ...newBatch(), timer: setTimeout(() => this.#beginDeferred(), waitMs) };
    this.#deferred.asks.push(ask);
    return this.#deferred.answer.promise;
  }

  #beginDeferred(): void {
    if (this.#queue.length === 0) this.#queue.push(newBatch());
    this.#begin();
  }

  #begin(): void {
    if (this.#serving) return;
    this.#serving = true;
    if (this.#options.gathersTurn === true) setImmediate(() => this.#serve());
    else this.#serve();
  }

  /** Runs the next batch, now or after a pause; and so on until nobody waits. */
  #serve(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#serving = false;
      this.#options.onIdle?.();
      return;
    }
    void this.#run(next, this.#pauseMs(next));
  }

  async #run(batch: Batch<Ask, Answer>, pauseMs: number): Promise<void> {
    if (pauseMs > 0) await this.#pause(pauseMs);
    this.#queue.shift();
    this.#beganAt = performance.now();
    this.#lastSize = batch.asks.length;
    this.#takeDeferred(batch);
    const { asks, answer } = batch;
    try {
      answer.resolve(await runShared(async () => this.#load(asks)));
    } catch (error) {
      answer.reject(error);
    }
    // Before those who waited for this batch go on: what they ask for is another one's.
    this.#serve();
  }

  #takeDeferred({ asks, answer }: Batch<Ask, Answer>): void {
    if (this.#deferred === undefined) return;
    clearTimeout(this.#deferred.timer);
    asks.push(...this.#deferred.asks);
    this.#deferred.answer.resolve(answer.promise);
    this.#deferred = undefined;
  }

  #pauseMs({ asks }: Batch<Ask, Answer>): number {
    const { pacing } = this.#options;
    if (pacing === undefined || this.#lastSize < pacing.busyThreshold) return 0;
    return asks.length >= pacing.maxWaiters ? 0 : this.#beganAt + pacing.ms - performance.now();
  }

  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#endPause = resolve;
    await promise;
    clearTimeout(timer);
    this.#endPause = undefined;
  }
}

function newBatch<Ask, Answer>(): Batch<Ask, Answer> {
  const answer = Promise.withResolvers<Answer>();
  // Nobody may be left to hear of a failure.
  answer.promise.catch(() => undefined);
  return { asks: [], answer };
}

/** Keeps one batch loader for each key for which somebody waits. */
export class KeyedBatchLoader<Key, Ask, Answer> {
  readonly #load: (key: Key, asks: readonly Ask[]) => Promise<Answer>;
  readonly #options: Omit<BatchOptions, "onIdle" | "pacing">;
  readonly #loaders = new Map<Key, BatchLoader<Ask, Answer>>();

  constructor(
    load: (key: Key, asks: readonly Ask[]) => Promise<Answer>,
    options: Omit<BatchOptions, "onIdle" | "pacing">,
  ) {
    this.#load = load;
    this.#options = options;
  }

  /** Resolves as `BatchLoader.load` does. Loads of different keys may overlap. */
  load(key: Key, ask: Ask): Promise<Answer> {
    let loader = this.#loaders.get(key);
    if (loader === undefined) {
      const onIdle = () => this.#loaders.delete(key);
      loader = new BatchLoader((asks) => this.#load(key, asks), { ...this.#options, onIdle });
      this.#loaders.set(key, loader);
    }
    return loader.load(ask);
  }
}
