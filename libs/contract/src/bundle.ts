import { z } from "zod";

import { audience } from "./audience.ts";

/** Event ids leave this many positions for each bundle; see docs/subsystems/events.md. */
export const positionsPerBundle = 65_536;
/** A bundle's events may take at most half of them; the rest is for heartbeats. */
export const maxBundleSlots = 32_768;

/**
 * One thing that happened, addressed, with its payload in the widest form: the events service derives each client's
 * form.
 */
export const domainEvent = z.object({
  audience,
  /** As clients see it, without `id`. Its `type` selects the schema. */
  event: z.looseObject({ type: z.string() }),
  /** Ids it takes in a client's queue: more than one when some clients get it as several events. */
  slots: z.int().min(1).max(maxBundleSlots).optional(),
  /** All flags of a message that a user has, by user id; under `*` those of everybody not listed, who else has none. */
  flags: z.record(z.string(), z.array(z.string())).optional(),
  /** Also for queues with `all_public_streams`: the event is about a public channel. */
  publicChannel: z.literal(true).optional(),
  /**
   * To whom whoever acted is unknown, and the address that stands for that user there (docs/subsystems/users.md,
   * Guests' visibility).
   */
  strangers: z.object({ ids: z.array(z.int()), email: z.string() }).optional(),
  /** The queue that gets the sender's local id back. */
  origin: z.object({ queueId: z.string(), localId: z.string() }).optional(),
  /** Facts for our own consumers that no client sees. */
  internal: z.record(z.string(), z.unknown()).optional(),
});

/** All events of one transaction of one service in one realm, in order; one JetStream message. */
export const bundle = z.object({
  service: z.string(),
  realm: z.int(),
  /** The transaction's 64-bit id in decimal digits, comparable with a `pg_current_snapshot()` of the same database. */
  xid: z.string(),
  /** The term it was written in: transaction ids are comparable within one (ADR 0017). Absent in older ones. */
  term: z.int().optional(),
  events: z.array(domainEvent).min(1),
});

export type DomainEvent = z.infer<typeof domainEvent>;
export type Bundle = z.infer<typeof bundle>;
