import { z } from "zod";

/** What message events say to our own consumers only (`internal` of the domain event). */
export const messageFacts = z.object({
  /** Everybody whom the message mentions personally or through a group, ascending; wildcards mention nobody. */
  mentionedUserIds: z.array(z.int()),
  senderIsBot: z.boolean(),
});

// Within a text of JSON quotation marks are escaped, so that these find names of fields only, never what somebody wrote.
const somebodyMentioned = /"mentionedUserIds":\s*\[\s*\d/;
const sentDirectly = /"display_recipient":\s*\[/;

/**
 * Whether a bundle, as JSON text, may have messages for a bot (docs/behaviour/webhooks.md#what-calls-a-bot): most have
 * none, which is seen before anything is parsed.
 */
export function mayReachBots(text: string): boolean {
  return somebodyMentioned.test(text) || sentDirectly.test(text);
}
