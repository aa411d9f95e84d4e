/** Seconds' worth that may come at once after a rest. */
const burstSeconds = 2;
/** Seconds after which whatever was taken is forgiven: nobody is kept waiting for hours by what came at once. */
const debtSeconds = 10;

/**
 * Allows so much a second, and after a rest that of two seconds at once. What costs much begins as soon as what costs
 * little would, and the next wait for what it took beyond that.
 */
export class TokenBucket {
  #tokens: number;
  #filledAtMs: number;

  /** `nowMs` is on the clock of `performance.now()`, here and below. */
  constructor(perSecond: number, nowMs: number) {
    this.#tokens = perSecond * burstSeconds;
    this.#filledAtMs = nowMs;
  }

  /** Returns the time until the next may begin, in ms; 0 when it may begin now. */
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
