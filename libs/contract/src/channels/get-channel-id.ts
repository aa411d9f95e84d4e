import { z } from "zod";

import { operation } from "../operation.ts";
import { channelNameParam } from "./channel-params.ts";

export const getChannelId = operation({
  name: "getChannelId",
  method: "GET",
  path: "/get_stream_id",
  owner: "channels",
  auth: "user",
  scope: "read",
  params: { stream: channelNameParam },
  response: z.object({ stream_id: z.int().describe("The channel's id") }),
  errors: ["BAD_REQUEST"],
  doc: "Get a channel's id by its name",
});
