import { z } from "zod";

import { operation } from "../operation.ts";
import { channelIdParam } from "./channel-params.ts";

export const listChannelMembers = operation({
  name: "listChannelMembers",
  method: "GET",
  path: "/streams/{stream_id}/members",
  owner: "channels",
  auth: "user",
  scope: "read",
  params: { stream_id: channelIdParam },
  response: z.object({
    subscribers: z.array(z.int()).describe("Ids of the active subscribers, ascending"),
  }),
  errors: ["BAD_REQUEST"],
  doc: "Get the subscribers of a channel",
});
