import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";
import { channelIdParam } from "./channel-params.ts";

export const getSubscriptionStatus = operation({
  name: "getSubscriptionStatus",
  method: "GET",
  path: "/users/{user_id}/subscriptions/{stream_id}",
  owner: "channels",
  auth: "user",
  scope: "read",
  params: {
    user_id: pathId("The user's id"),
    stream_id: channelIdParam,
  },
  response: z.object({ is_subscribed: z.boolean().describe("Whether the user is subscribed") }),
  errors: ["BAD_REQUEST"],
  doc: "Get whether a user is subscribed to a channel",
});
