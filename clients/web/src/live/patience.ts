import { Refusal } from "../api/call.ts";

const firstDelayMs = 500;
const maxDelayMs = 30_000;

/**
 * Does things again until they succeed: later and later, and at once when the browser is online or looked at again.
 */
export class Patience {
  readonly #onTrouble: () => void;
  #delayMs = 0;
  #wake: () => void = () => undefined;

  /** @param onTrouble is told of each failure */
  constructor(onTrouble: () => void) {
    this.#onTrouble = onTrouble;
    const wake = () => {
      this.wake();
    };
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
  }

  /** Ends the wait for the next try. */
  wake(): void {
    this.#wake();
  }

  /** Does something until it succeeds. @throws what `end` was aborted with */
  async persist<T>(work: () => Promise<T>, end: AbortSignal): Promise<T> {
    for (;;) {
      end.throwIfAborted();
      try {
        const done = await work();
        this.#delayMs = 0;
        return done;
      } catch (error) {
        end.throwIfAborted();
        if (error instanceof Refusal && !error.isPassing) await this.#pause(maxDelayMs);
        else await this.#pause(error instanceof Refusal ? error.retryAfter * 1000 : 0);
      }
    }
  }

  /** Waits, but not while the browser comes online or is looked at again. */
  async wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
  }

  /** Waits by chance a little longer, so that the clients of a server that was away spread out. */
  async #pause(leastMs: number): Promise<void> {
    this.#onTrouble();
    this.#delayMs = Math.min(Math.max(this.#delayMs * 2, firstDelayMs), maxDelayMs);
    await this.wait(Math.max(leastMs, this.#delayMs * (0.5 + Math.random() / 2)));
  }
}
