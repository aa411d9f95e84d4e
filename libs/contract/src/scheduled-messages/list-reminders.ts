import { z } from "zod";

import { operation } from "../operation.ts";
import { reminderObject } from "./scheduled-message-object.ts";

export const listReminders = operation({
  name: "listReminders",
  method: "GET",
  path: "/reminders",
  owner: "messages",
  auth: "user",
  scope: "read",
  params: {},
  response: z.object({ reminders: z.array(reminderObject).describe("Soonest first") }),
  errors: [],
  doc: "List one's reminders\n\nNot those that were delivered.",
});
