import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const getUserChannels = operation({
  name: "getUserChannels",
  method: "GET",
  path: "/users/{user_id}/channels",
  owner: "channels",
  auth: "user",
  scope: "read",
  params: { user_id: pathId("The user's id; bots have channels too") },
  response: z.object({
    subscribed_channel_ids: z
      .array(z.int())
      .describe("Channels that the user is subscribed to, by id, ascending"),
  }),
  errors: ["BAD_REQUEST"],
  doc: "Get a user's channels\n\nOnly channels that the caller may know of are listed, which for administrators are all. Archived channels are left out, as they are in the list of one's own subscriptions.",
});
