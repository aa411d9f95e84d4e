import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";

/** Where a reply goes: the topic or the direct conversation of the message it answers. */
export const replyTarget = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("channel"), channelId: z.int(), topic: z.string() }),
  /** Everybody in the conversation; the bot itself may be named or not. */
  z.object({ kind: z.literal("direct"), userIds: z.array(z.int()) }),
]);

export type ReplyTarget = z.infer<typeof replyTarget>;

export const postReply = internalOperation({
  name: "postReply",
  owner: "messages",
  input: z.object({
    realmId: z.int(),
    botId: z.int(),
    to: replyTarget,
    content: z.string(),
    /** A reply with a key that this bot has used before is not sent again. */
    key: z.string().min(1).max(200),
  }),
  output: z.object({ messageId: z.int() }),
  doc: "Post what an outgoing webhook answered, as its bot, without asking for posting permission (reference/behaviour.md §17).",
});
