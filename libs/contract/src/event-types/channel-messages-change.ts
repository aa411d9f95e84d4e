import { z } from "zod";

const deleted = z.object({
  type: z.literal("delete_message"),
  stream_id: z.int(),
  message_ids: z.array(z.int()),
});
const moved = z.object({
  type: z.literal("update_message"),
  stream_id: z.int(),
  new_stream_id: z.int(),
  message_ids: z.array(z.int()),
});

const restored = z.object({
  type: z.literal("messages_restored"),
  stream_id: z.int(),
  message_ids: z.array(z.int()),
});

/** Parts of an event by which a channel has fewer messages or more; if they were moved, another one has more. */
export const channelMessagesChange = z.discriminatedUnion("type", [deleted, moved, restored]);

export type ChannelMessagesChange = z.output<typeof channelMessagesChange>;
