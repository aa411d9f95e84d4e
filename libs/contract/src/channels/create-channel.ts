import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";
import { channelName, creationParams, maxChannelDescriptionLength } from "./channel-params.ts";

export const createChannel = operation({
  name: "createChannel",
  method: "POST",
  path: "/channels/create",
  owner: "channels",
  auth: "user",
  scope: "administration",
  params: {
    name: text(channelName.describe("Name of the new channel")),
    description: text(
      upTo(maxChannelDescriptionLength).default("").describe("Markdown, on one line"),
    ),
    subscribers: json(
      z
        .array(z.int())
        .max(listLimits.ids)
        .describe("Users to subscribe, by id; whoever creates only when named"),
    ),
    send_new_subscription_messages: json(
      z.boolean().default(true).describe("Whether the notification bot tells subscribed users"),
    ),
    ...creationParams,
  },
  response: z.object({ id: z.int().describe("The new channel's id") }),
  errors: [
    "BAD_REQUEST",
    "UNAUTHORIZED_PRINCIPAL",
    "REQUEST_VARIABLE_INVALID",
    "CHANNEL_ALREADY_EXISTS",
  ],
  doc: "Create a channel\n\nUnlike subscribing to a missing one, it is refused with HTTP 409 when the name is taken, also by an archived channel.",
});
