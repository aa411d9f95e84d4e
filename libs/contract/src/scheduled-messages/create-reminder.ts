import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";
import { deliveryTime } from "./scheduled-params.ts";

export const createReminder = operation({
  name: "createReminder",
  method: "POST",
  path: "/reminders",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: {
    message_id: json(z.int().describe("The message")),
    scheduled_delivery_timestamp: json(deliveryTime),
    note: text(upTo(500).optional().describe("Said together with the reminder")),
  },
  response: z.object({ reminder_id: z.int().describe("Unique id") }),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Be reminded of a message\n\nBy a direct message of the notification bot when the time comes.",
});
