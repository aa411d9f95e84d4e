import { z } from "zod";

/** Facts about message events for our own consumers only (`internal` of the domain event). */
export const messageFacts = z.object({
  /** Everybody whom the message mentions personally or through a group, ascending; wildcards mention nobody. */
  mentionedUserIds: z.array(z.int()),
  senderIsBot: z.boolean(),
});
