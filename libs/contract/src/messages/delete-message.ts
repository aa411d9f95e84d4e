import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const deleteMessage = operation({
  name: "deleteMessage",
  method: "DELETE",
  path: "/messages/{message_id}",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: { message_id: pathId("The message") },
  response: z.object({}),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Delete a message\n\nFor everybody. Administrators can restore it for a while (`POST /archive/restore`).",
});
