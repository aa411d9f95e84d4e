import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { channelIdParam } from "./channel-params.ts";

export const removeDefaultChannel = operation({
  name: "removeDefaultChannel",
  method: "DELETE",
  path: "/default_streams",
  owner: "channels",
  auth: "user",
  params: { stream_id: json(channelIdParam) },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Stop subscribing new users to a channel",
});
