import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const deleteReminder = operation({
  name: "deleteReminder",
  method: "DELETE",
  path: "/reminders/{reminder_id}",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: { reminder_id: pathId("The reminder") },
  response: z.object({}),
  errors: ["RESOURCE_NOT_FOUND"],
  doc: "Delete a reminder",
});
