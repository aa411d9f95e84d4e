import { z } from "zod";

import { operation } from "../operation.ts";
import { channelFields } from "./channel-object.ts";
import { channelIdParam } from "./channel-params.ts";

export const getChannel = operation({
  name: "getChannel",
  method: "GET",
  path: "/streams/{stream_id}",
  owner: "channels",
  auth: "user",
  scope: "read",
  params: { stream_id: channelIdParam },
  response: z.object({ stream: z.object(channelFields).describe("The channel") }),
  errors: ["BAD_REQUEST"],
  doc: "Get a channel by id",
});
