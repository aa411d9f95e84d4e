import type { Busy } from "../../queries/claims.ts";
import type { ClaimedDelivery } from "../../queries/deliveries.ts";

/** Largest number of steps under way that are not slow. */
const maxQuickRuns = 64;
/** Largest number of all steps under way; the slow ones among them wait for servers and cost next to nothing. */
const maxRuns = 512;
/** Time after which a step counts as slow, and another may begin. */
const slowAfterMs = 500;

interface Run {
  /** Milliseconds since 1970. */
  readonly claimedAt: number;
  readonly done: Promise<void>;
}

/** The steps under way in this process. */
export class Runs {
  readonly #runs = new Map<ClaimedDelivery, Run>();

  add(delivery: ClaimedDelivery, run: Run): void {
    this.#runs.set(delivery, run);
  }

  delete(delivery: ClaimedDelivery): void {
    this.#runs.delete(delivery);
  }

  /** Number of steps under way. */
  get size(): number {
    return this.#runs.size;
  }

  /** Returns how many more runs may begin now. */
  room(now: number): number {
    const slow = this.claimedBefore(now - slowAfterMs).length;
    return Math.min(maxQuickRuns - this.#runs.size + slow, maxRuns - this.#runs.size);
  }

  claimedBefore(time: number): readonly ClaimedDelivery[] {
    return [...this.#runs]
      .filter(([, { claimedAt }]) => claimedAt <= time)
      .map(([delivery]) => delivery);
  }

  /** Calls under way for each bot. */
  busy(): readonly Busy[] {
    const byBot = new Map<string, Busy>();
    for (const { realmId, botId, isLate } of this.#runs.keys()) {
      if (isLate) continue;
      const key = `${realmId} ${botId}`;
      byBot.set(key, { realmId, botId, calls: (byBot.get(key)?.calls ?? 0) + 1 });
    }
    return [...byBot.values()];
  }

  async finished(): Promise<void> {
    await Promise.all([...this.#runs.values()].map(({ done }) => done));
  }
}
