import { z } from "zod";

import { channelFields } from "./channel-object.ts";

const setting = (what: string) =>
  z.boolean().nullable().describe(`${what}; null as the user's own settings say`);

/** A user's own settings of a channel. */
const subscriptionFields = {
  color: z.string().describe("The user's colour for the channel, #rrggbb in lower case"),
  pin_to_top: z.boolean().describe("Whether the channel is listed first"),
  is_muted: z.boolean().describe("Whether the channel is muted"),
  in_home_view: z.boolean().describe("Deprecated: the inverse of is_muted"),
  desktop_notifications: setting("Desktop notifications"),
  email_notifications: setting("E-mail notifications"),
  wildcard_mentions_notify: setting("Whether wildcard mentions notify"),
  push_notifications: setting("Mobile notifications"),
  audible_notifications: setting("Sounds"),
};

/** A user's subscription with the channel it is to (docs/behaviour/subscriptions.md#subscription-object). */
export const subscriptionObject = z.object({
  ...channelFields,
  ...subscriptionFields,
  subscribers: z.array(z.int()).optional().describe("User ids, ascending; only when asked for"),
  partial_subscribers: z
    .array(z.int())
    .optional()
    .describe("Instead of subscribers when only some were asked for"),
});

export type SubscriptionObject = z.infer<typeof subscriptionObject>;
