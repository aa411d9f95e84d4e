import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";

/** Date of a day of UTC. */
const day = z.iso.date();

export const noteRequests = internalOperation({
  name: "noteRequests",
  owner: "users",
  input: z.object({
    /** Names the process that has counted. */
    source: z.string().min(1).max(64),
    entries: z
      .array(
        z.object({
          realmId: z.int(),
          day,
          /** Requests with credentials that this process has had of the day so far. */
          requests: z.int().nonnegative(),
          /** Microseconds that requests have taken, on the day so far; the release before counts none. */
          processorUs: z.int().nonnegative().default(0),
          databaseUs: z.int().nonnegative().default(0),
          /** People who made one; not those that were noted before. */
          userIds: z.array(z.int()),
        }),
      )
      .max(500),
  }),
  output: z.object({}),
  doc: "Notes how many requests organizations have made, and what these took. Repeating it changes nothing, nor does a note that comes late; days before yesterday are over.",
});

export const noteEvents = internalOperation({
  name: "noteEvents",
  owner: "users",
  input: z.object({
    /** Names the process that has counted. */
    source: z.string().min(1).max(64),
    entries: z
      .array(
        z.object({
          realmId: z.int(),
          day,
          /** Events that this process has given clients on the day so far. */
          events: z.int().nonnegative(),
          /** Microseconds that handing them out took; the release before counts none. */
          processorUs: z.int().nonnegative().default(0),
        }),
      )
      .max(500),
  }),
  output: z.object({
    /** Limits of the organizations of these entries; those that are left out have none. */
    limits: z
      .array(z.object({ realmId: z.int(), eventsPerSecond: z.int().positive() }))
      .default([]),
  }),
  doc: "Notes how many events clients of organizations were given, and what that took. Repeating it changes nothing, nor does a note that comes late; days before yesterday are over.",
});

export const noteDeliveries = internalOperation({
  name: "noteDeliveries",
  owner: "users",
  input: z.object({
    entries: z
      .array(z.object({ realmId: z.int(), day, deliveries: z.int().nonnegative() }))
      .max(500),
  }),
  output: z.object({}),
  doc: "Notes how many deliveries to outgoing webhooks there have been on a day so far. Repeating it changes nothing.",
});
