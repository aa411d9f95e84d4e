import { registerParams } from "@team-chat/contract";
import { z } from "zod";

/**
 * What an event queue is: everything its content depends on, beside the stream. Never changes but for `polledAt`. What clients chose of it is as long as the
 * contract allows at most, so that a queue's cost is bounded; older ones that are longer are refused.
 */
export const descriptorSchema = z.object({
  id: z.string(),
  realmId: z.int(),
  userId: z.int(),
  partition: z.int(),
  /** The last bundle before the queue's first. */
  startSequence: z.int(),
  /** Which history of the partition's stream `startSequence` counts in. */
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
  /** What clients without the capability see for the empty topic. */
  emptyTopicName: z.string(),
  lifespanMs: z.int(),
  /** Milliseconds since 1970; noted every few minutes only. */
  polledAt: z.int(),
});

export type Descriptor = z.infer<typeof descriptorSchema>;
