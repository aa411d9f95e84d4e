import { z } from "zod";

import { operation } from "../operation.ts";
import { channelIdParam } from "./channel-params.ts";

export const getChannelEmailAddress = operation({
  name: "getChannelEmailAddress",
  method: "GET",
  path: "/streams/{stream_id}/email_address",
  owner: "channels",
  auth: "user",
  scope: "all",
  params: { stream_id: channelIdParam },
  response: z.object({
    email: z.string().describe("Always empty: messages are not received by e-mail"),
  }),
  errors: ["BAD_REQUEST"],
  doc: "Get a channel's e-mail address",
});
