import type { OutboxLog } from "./outbox-options.ts";

interface StallOptions {
  readonly log: OutboxLog;
}

/** Knows whether everything is held back, since when and how often, and says so in the log. */
export class Stall {
  readonly #options: StallOptions;
  #isHeld = false;
  #count = 0;
  #beganAt = 0;
  #next = Promise.withResolvers<void>();

  constructor(options: StallOptions) {
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Number of times that it began since the start. */
  get count(): number {
    return this.#count;
  }

  /** Time for which everything has been held back by now, in ms; 0 while rows go out. */
  get ms(): number {
    return this.#isHeld ? performance.now() - this.#beganAt : 0;
  }

  /** Resolves when everything is held back the next time, at once while it is. */
  get next(): Promise<void> {
    return this.#next.promise;
  }

  /** Begins, unless it has; `rows` wait. */
  begin(rows: number): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#count += 1;
    this.#beganAt = performance.now();
    const { log } = this.#options;
    const message = "publishing is held back until database and stream have been compared";
    // Every process begins like that.
    if (this.#count === 1) log.info({ rows }, message);
    else log.warn({ rows }, message);
    this.#next.resolve();
  }

  /** Ends; `rows` have waited. */
  end(rows: number): void {
    const { log } = this.#options;
    const details = { rows, ms: Math.round(this.ms) };
    log.info(details, "publishing goes on after it was held back");
    this.#isHeld = false;
    this.#next = Promise.withResolvers<void>();
  }
}
