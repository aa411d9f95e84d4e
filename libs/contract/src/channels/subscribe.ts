import { z } from "zod";

import { keyword, upTo } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json } from "../param.ts";
import {
  channelName,
  creationParams,
  maxChannelDescriptionLength,
  principals,
} from "./channel-params.ts";

/** The item's colour as clients write it; answered as #rrggbb. */
const hexColor = keyword.refine(
  (value) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(value),
  "color is not a valid hex color code",
);

const namesByUser = z.record(z.string(), z.array(z.string()));

export const subscribe = operation({
  name: "subscribe",
  method: "POST",
  path: "/users/me/subscriptions",
  owner: "channels",
  auth: "user",
  scope: "all",
  params: {
    subscriptions: json(
      z
        .array(
          z.object({
            name: channelName.describe("Name of an existing or a new channel"),
            description: upTo(maxChannelDescriptionLength)
              .optional()
              .describe("Markdown; for new channels only"),
            color: hexColor.optional().describe("Colour of the channel for the subscribed users"),
          }),
        )
        .max(listLimits.channels)
        .describe("Channels to subscribe to, created when missing"),
    ),
    principals: json(
      principals
        .default([])
        .describe("Users to subscribe, by id or API email; the caller when empty"),
    ),
    authorization_errors_fatal: json(
      z
        .boolean()
        .default(true)
        .describe("When false, channels that may not be joined are listed in the answer instead"),
    ),
    send_new_subscription_messages: json(
      z.boolean().default(true).describe("Whether the notification bot tells subscribed users"),
    ),
    ...creationParams,
  },
  response: z.object({
    subscribed: namesByUser.describe("Names of the channels newly subscribed to, by user id"),
    already_subscribed: namesByUser.describe("Names of the channels subscribed to before"),
    unauthorized: z
      .array(z.string())
      .optional()
      .describe("Channels that may not be joined; only without authorization_errors_fatal"),
    new_subscription_messages_sent: z
      .boolean()
      .optional()
      .describe("False when too many users were subscribed at once to tell each of them"),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "REQUEST_VARIABLE_INVALID"],
  doc: `Subscribe users to channels

Creates the channels that do not exist, at most ${listLimits.newChannels} at once. Channels times users are at most ${listLimits.memberships}. Everything happens, or nothing.`,
});
