import { z } from "zod";

import { keyword } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, word } from "../param.ts";
import { registerParams } from "./register.ts";

export const getEvents = operation({
  name: "getEvents",
  method: "GET",
  path: "/events",
  owner: "events",
  auth: "user",
  scope: "read",
  params: {
    queue_id: word(
      keyword.optional().describe("The queue; when absent (with dont_block) one is registered"),
    ),
    last_event_id: json(z.int().optional().describe("Acknowledges this event and all before it")),
    dont_block: json(z.boolean().default(false).describe("Answer at once, perhaps with no events")),
    ...registerParams,
  },
  response: z.looseObject({
    events: z.array(z.looseObject({ id: z.int(), type: z.string() })).describe("In order of id"),
    queue_id: z.string().describe("The queue"),
  }),
  errors: ["BAD_EVENT_QUEUE_ID", "BAD_REQUEST", "REQUEST_VARIABLE_MISSING"],
  doc: "Get events from a queue\n\nWaits until there are some; a heartbeat event comes within a minute.",
});
