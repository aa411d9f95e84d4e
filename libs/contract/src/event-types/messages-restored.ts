import { z } from "zod";

import { audience } from "../audience.ts";

/**
 * Deleted messages are back. For no client: the events service ends the queues of whoever they concern
 * (docs/behaviour/events.md#end-of-access).
 */
export const messagesRestoredEvent = z.strictObject({
  type: z.literal("messages_restored"),
  /** Of channel messages only. */
  stream_id: z.int().optional(),
  message_ids: z.array(z.int()).min(1),
  /** Users to whom they were sent or who have flags of them. */
  concerned: audience,
  /** True if queues for all public channels have such messages. */
  is_public: z.boolean(),
});
