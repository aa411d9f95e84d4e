import { Refusal } from "../api/call.ts";

const firstDelayMs = 1000;
const maxDelayMs = 30_000;

/**
 * Does something once more after a trouble that passes, such as a server that is started again, so that nobody has to
 * press a button for it: later and later, and at once when the browser comes online.
 */
export class LaterTry {
  #delayMs = 0;
  #hasEnded = false;
  #cancel: () => void = () => undefined;

  /** Has something done later, in place of what was to be done later before. What does not pass is left to people. */
  after(error: unknown, again: () => void): void {
    this.#cancel();
    if (this.#hasEnded || !(error instanceof Refusal) || !error.isPassing) return;
    this.#delayMs = Math.min(Math.max(this.#delayMs * 2, firstDelayMs), maxDelayMs);
    const run = () => {
      this.#cancel();
      again();
    };
    // Clients of a server that was away spread out.
    const delayMs = Math.max(error.retryAfter * 1000, this.#delayMs * (0.5 + Math.random() / 2));
    const timer = setTimeout(run, delayMs);
    addEventListener("online", run);
    this.#cancel = () => {
      clearTimeout(timer);
      removeEventListener("online", run);
    };
  }

  /** Forgets what was to be done later, because it is done. */
  done(): void {
    this.#cancel();
    this.#delayMs = 0;
  }

  /** Does nothing any more, because nobody looks at it. */
  end(): void {
    this.#hasEnded = true;
    this.#cancel();
  }
}
