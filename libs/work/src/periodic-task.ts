import { runInBackground } from "./work.ts";

export interface PeriodicTaskOptions {
  /** Between the beginnings of two runs; a run that takes longer has those left out that would begin meanwhile. */
  readonly everyMs: number;
  readonly run: () => Promise<void> | void;
  /** Told of each run that failed; the next one comes at its time. */
  readonly onError: (error: unknown) => void;
}

/**
 * Runs a task at an interval, in the background and never twice at once, until it is disposed of; then it waits for the
 * run under way.
 */
export class PeriodicTask implements AsyncDisposable {
  readonly #options: PeriodicTaskOptions;
  readonly #timer: NodeJS.Timeout;
  /** Runs that have begun or wait for their turn. */
  #pending = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(options: PeriodicTaskOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      if (this.#pending === 0) void this.runNow();
    }, options.everyMs);
  }

  /**
   * Runs the task once more, after the run under way if there is one. Resolves when it is done, also when it failed.
   */
  runNow(): Promise<void> {
    this.#pending += 1;
    this.#last = this.#last.then(() => this.#runOnce());
    return this.#last;
  }

  /** Begins no further runs at the interval, without waiting for the one under way. */
  stop(): void {
    clearInterval(this.#timer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    await this.#last;
  }

  async #runOnce(): Promise<void> {
    try {
      await runInBackground(this.#options.run);
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#pending -= 1;
    }
  }
}
