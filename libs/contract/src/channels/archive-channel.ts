import { z } from "zod";

import { operation } from "../operation.ts";
import { channelIdParam } from "./channel-params.ts";

export const archiveChannel = operation({
  name: "archiveChannel",
  method: "DELETE",
  path: "/streams/{stream_id}",
  owner: "channels",
  auth: "user",
  scope: "administration",
  params: { stream_id: channelIdParam },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Archive a channel",
});
