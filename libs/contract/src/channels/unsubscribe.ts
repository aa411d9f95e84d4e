import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { channelNames, principals } from "./channel-params.ts";

export const unsubscribe = operation({
  name: "unsubscribe",
  method: "DELETE",
  path: "/users/me/subscriptions",
  owner: "channels",
  auth: "user",
  scope: "all",
  params: {
    subscriptions: json(channelNames.describe("Names of the channels to leave")),
    principals: json(
      principals
        .default([])
        .describe("Users to unsubscribe, by id or API email; the caller when empty"),
    ),
  },
  response: z.object({
    removed: z.array(z.string()).describe("Channels that somebody was unsubscribed from"),
    not_removed: z
      .array(z.string())
      .describe("Channels that nobody of the users was subscribed to"),
  }),
  errors: ["BAD_REQUEST"],
  doc: "Unsubscribe users from channels\n\nPersonal settings are kept for the case that the user comes back.",
});
