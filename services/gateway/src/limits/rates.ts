import type { OrganizationShare } from "@team-chat/contract";
import { TokenBucket } from "@team-chat/work";
import { LRUCache } from "lru-cache";

/** Name of what an organization may have so much of in a second. */
export type RateName = "requests_per_second" | "processor_ms_per_second" | "database_ms_per_second";

/** The rate that a request waits for, and for how long. */
export interface Exceeded {
  readonly limit: RateName;
  readonly waitMs: number;
}

interface Taken {
  readonly limit: RateName;
  readonly amount: number;
}

/** Organizations whose past requests are remembered. */
const maxRealms = 10_000;
const names: readonly RateName[] = [
  "requests_per_second",
  "processor_ms_per_second",
  "database_ms_per_second",
];

/** Returns how much of it an organization may have in a second; null for no limit. */
export function rateOf(share: OrganizationShare, limit: RateName): number | null {
  if (limit === "requests_per_second") return share.requestsPerSecond;
  if (limit === "processor_ms_per_second") return share.processorMsPerSecond;
  return share.databaseMsPerSecond;
}

/** Counts what organizations take of that which they may have so much of in a second. */
export class Rates {
  readonly #buckets = new LRUCache<number, Map<RateName, TokenBucket>>({ max: maxRealms });

  /** Returns the rate that holds an organization back longest; null when nothing does. */
  findExceeded(realmId: number, share: OrganizationShare): Exceeded | null {
    let longest: Exceeded | null = null;
    for (const limit of names) {
      const perSecond = rateOf(share, limit);
      if (perSecond === null) continue;
      const waitMs = this.#bucketOf(realmId, limit, perSecond).waitMs(perSecond, performance.now());
      if (waitMs > (longest?.waitMs ?? 0)) longest = { limit, waitMs };
    }
    return longest;
  }

  /** Counts what an organization takes, if that is limited. */
  take(realmId: number, share: OrganizationShare, { amount, limit }: Taken): void {
    const perSecond = rateOf(share, limit);
    if (perSecond !== null) this.#bucketOf(realmId, limit, perSecond).take(amount, perSecond);
  }

  #bucketOf(realmId: number, limit: RateName, perSecond: number): TokenBucket {
    let buckets = this.#buckets.get(realmId);
    if (buckets === undefined) this.#buckets.set(realmId, (buckets = new Map()));
    let bucket = buckets.get(limit);
    if (bucket === undefined)
      buckets.set(limit, (bucket = new TokenBucket(perSecond, performance.now())));
    return bucket;
  }
}
