import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";

export const addDefaultChannel = operation({
  name: "addDefaultChannel",
  method: "POST",
  path: "/default_streams",
  owner: "channels",
  auth: "user",
  scope: "administration",
  params: { stream_id: json(z.int().describe("The channel's id")) },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Make a channel one that new users are subscribed to",
});
