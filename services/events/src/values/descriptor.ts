import { registerParams } from "@team-chat/contract";
import { z } from "zod";

/**
 * Description of an event queue: everything its content depends on, beside the stream. Never changes but for
 * `polledAt`. The contract bounds the length of everything that clients choose, and thereby the cost of a queue; older
 * descriptors that are longer are refused.
 */
export const descriptorSchema = z.object({
  id: z.string(),
  realmId: z.int(),
  userId: z.int(),
  partition: z.int(),
  /** The last bundle before the queue's first. */
  startSequence: z.int(),
  /** Epoch of the partition's stream that `startSequence` counts in. */
  epoch: z.string(),
  /** `pg_current_snapshot()` by service: what the initial data already contains. */
  snapshots: z.record(z.string(), z.string()),
  /** Null for all types. */
  eventTypes: registerParams.event_types.schema.unwrap(),
  narrow: registerParams.narrow.schema.unwrap(),
  allPublicStreams: z.boolean(),
  applyMarkdown: z.boolean(),
  clientGravatar: z.boolean(),
  slimPresence: z.boolean(),
  includeSubscribers: z.boolean(),
  capabilities: z.record(z.string(), z.boolean()),
  /** Name of the empty topic for clients without the capability. */
  emptyTopicName: z.string(),
  /** True if its client may not see the keys of bots; left out by the release before. */
  hidesBots: z.boolean().optional(),
  lifespanMs: z.int(),
  /** Milliseconds since 1970; noted every few minutes only. */
  polledAt: z.int(),
});

export type Descriptor = z.infer<typeof descriptorSchema>;
