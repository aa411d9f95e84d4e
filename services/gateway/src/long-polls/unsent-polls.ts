import type { PendingPoll } from "./pending-poll.ts";

interface UnsentOptions {
  /** Time that polls wait for an events process to come (back), in ms. */
  readonly maxMs: number;
  /** Called with each poll that has waited so long. */
  readonly onTooLong: (poll: PendingPoll) => void;
}

const sweepMs = 1000;

/** Keeps the polls for which no events process is known, and gives them up after a while. */
export class UnsentPolls implements Disposable {
  readonly #options: UnsentOptions;
  readonly #polls = new Set<PendingPoll>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: UnsentOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#giveUp(), Math.min(sweepMs, options.maxMs));
  }

  get size(): number {
    return this.#polls.size;
  }

  /** Adds a poll, which waits from now on, unless it waits already. */
  add(poll: PendingPoll): void {
    if (!this.#polls.has(poll)) poll.unsentSince = performance.now();
    this.#polls.add(poll);
  }

  delete(poll: PendingPoll): void {
    if (this.#polls.size > 0) this.#polls.delete(poll);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweep);
  }

  #giveUp(): void {
    const { maxMs, onTooLong } = this.#options;
    const oldest = performance.now() - maxMs;
    for (const poll of this.#polls) if (poll.unsentSince <= oldest) onTooLong(poll);
  }
}
