import type { Busy } from "../../queries/claims.ts";
import type { ClaimedDelivery } from "../../queries/deliveries.ts";

/** Steps under way that answer fast, as they should. */
const places = 64;
/** All steps under way; the slow ones among them wait for servers and cost next to nothing. */
const allPlaces = 512;
/** Steps that take longer leave their place to others. */
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

  /** Returns how many more runs may begin now. */
  room(now: number): number {
    const slow = this.claimedBefore(now - slowAfterMs).length;
    return Math.min(places - this.#runs.size + slow, allPlaces - this.#runs.size);
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
