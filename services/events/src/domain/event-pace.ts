import { RecentlyUsed, TokenBucket } from "@team-chat/work";

/** Limit of an organization, as `users` knows it. */
export interface EventLimit {
  readonly realmId: number;
  readonly eventsPerSecond: number;
}

interface Share {
  readonly perSecond: number;
  readonly bucket: TokenBucket;
}

/** Memory for organizations with a limit: ten thousand of them. */
const maxBytes = 2_000_000;
const bytesOfShare = 200;

/**
 * Tells how long an organization's events wait because its clients were given more than its share
 * (docs/hosting.md#quotas). Limits come with the answers to what is counted (`EventCounter`), so that one holds about a
 * second after the organization's first events here.
 */
export class EventPace {
  readonly #shares = new RecentlyUsed<Share>({ maxBytes });

  /** Takes the limits of these organizations; those without one wait for nothing. */
  allow(realmIds: Iterable<number>, limits: readonly EventLimit[]): void {
    const known = new Map(limits.map(({ eventsPerSecond, realmId }) => [realmId, eventsPerSecond]));
    for (const realmId of realmIds) {
      const perSecond = known.get(realmId);
      if (perSecond === undefined) this.#shares.delete(realmId);
      else if (this.#shares.get(realmId)?.perSecond !== perSecond) this.#begin(realmId, perSecond);
    }
  }

  take(realmId: number, events: number): void {
    const share = this.#shares.get(realmId);
    share?.bucket.take(events, share.perSecond);
  }

  /** Returns the time until the next events may be handed out, in ms; 0 when they may be now. */
  waitMs(realmId: number): number {
    const share = this.#shares.get(realmId);
    return share === undefined ? 0 : share.bucket.waitMs(share.perSecond, performance.now());
  }

  #begin(realmId: number, perSecond: number): void {
    const bucket = new TokenBucket(perSecond, performance.now());
    this.#shares.set(realmId, { perSecond, bucket }, bytesOfShare);
  }
}
