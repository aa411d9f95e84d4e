import type { BundleFacts, DomainEvent } from "@team-chat/contract";
import type { Nats, ProvisionOptions } from "@team-chat/nats";
import type { Database } from "@team-chat/pg";
import type { Metrics } from "@team-chat/telemetry";

import type { LeaseLimits } from "./leases.ts";

/** Log of what operators must know. */
export interface OutboxLog {
  readonly info: (details: object, message: string) => void;
  readonly warn: (details: object, message: string) => void;
  readonly error: (details: object, message: string) => void;
}

export interface OutboxOptions {
  readonly service: string;
  readonly db: Database;
  /** Address of the same database, for the connection that holds the leases. */
  readonly url: string;
  readonly leases: LeaseLimits;
  readonly nats: Nats;
  /** Streams and buckets that turn out to be gone are created again with these settings. */
  readonly streams: ProvisionOptions;
  readonly log: OutboxLog;
  /** Called for every error from which the work recovers. */
  readonly onError: (error: unknown) => void;
  readonly metrics: Metrics;
  /** Returns the source of a bundle, by its facts if they are known; always the service's name when left out. */
  readonly sourceOf?: (facts: BundleFacts | null) => string;
  /**
   * Hears the facts of each bundle that a transaction committed, in the order of all commits of the realm; and null
   * when others may have committed since, before anything is committed here.
   */
  readonly onHistory?: (realmId: number, facts: BundleFacts | null) => void;
  /**
   * Throws when an event is not what the contract says; set by tests, because checking long events takes longer than
   * making them.
   */
  readonly check?: ((event: DomainEvent) => void) | undefined;
}
