import { z } from "zod";

import { keyword } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { word } from "../param.ts";

export const deleteQueue = operation({
  name: "deleteQueue",
  method: "DELETE",
  path: "/events",
  owner: "events",
  auth: "user",
  scope: "read",
  params: { queue_id: word(keyword.describe("The queue")) },
  response: z.object({}),
  errors: ["BAD_EVENT_QUEUE_ID"],
  doc: "Delete an event queue",
});
