/** Seconds' worth of requests that may come at once after a rest. */
const burstSeconds = 2;
/** Seconds after which whatever was taken is forgiven: nobody is kept out for hours by one request. */
const debtSeconds = 10;

/**
 * Allows so many requests a second, and after a rest those of two seconds at once. A dear request begins as soon as a
 * cheap one would, and what it costs beyond that the next ones wait for.
 */
export class TokenBucket {
  #tokens: number;
  #filledAtMs: number;

  /** `nowMs` is on the clock of `performance.now()`, here and below. */
  constructor(perSecond: number, nowMs: number) {
    this.#tokens = perSecond * burstSeconds;
    this.#filledAtMs = nowMs;
  }

  /** Returns the time until the next request may begin, in ms; 0 when it may begin now. */
  waitMs(perSecond: number, nowMs: number): number {
    this.#fill(perSecond, nowMs);
    return this.#tokens > 0 ? 0 : msUntilPositive(this.#tokens, perSecond);
  }

  take(cost: number, perSecond: number): void {
    this.#tokens = Math.max(this.#tokens - cost, -perSecond * debtSeconds);
  }

  #fill(perSecond: number, nowMs: number): void {
    const gained = ((nowMs - this.#filledAtMs) / 1000) * perSecond;
    this.#tokens = Math.min(this.#tokens + gained, perSecond * burstSeconds);
    this.#filledAtMs = nowMs;
  }
}

/** Timers are no more exact than a millisecond, and end early by as much. */
function msUntilPositive(tokens: number, perSecond: number): number {
  return Math.ceil((-tokens / perSecond) * 1000) + 1;
}
