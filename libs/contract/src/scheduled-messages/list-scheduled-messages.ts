import { z } from "zod";

import { operation } from "../operation.ts";
import { scheduledMessageObject } from "./scheduled-message-object.ts";

export const listScheduledMessages = operation({
  name: "listScheduledMessages",
  method: "GET",
  path: "/scheduled_messages",
  owner: "messages",
  auth: "user",
  scope: "read",
  params: {},
  response: z.object({
    scheduled_messages: z.array(scheduledMessageObject).describe("Soonest first"),
  }),
  errors: [],
  doc: "List one's scheduled messages\n\nNot those that were sent.",
});
