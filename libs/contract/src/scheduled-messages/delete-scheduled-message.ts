import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const deleteScheduledMessage = operation({
  name: "deleteScheduledMessage",
  method: "DELETE",
  path: "/scheduled_messages/{scheduled_message_id}",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: { scheduled_message_id: pathId("The scheduled message") },
  response: z.object({}),
  errors: ["RESOURCE_NOT_FOUND"],
  doc: "Delete a scheduled message",
});
