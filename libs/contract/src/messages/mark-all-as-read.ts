import { z } from "zod";

import { operation } from "../operation.ts";

export const markAllAsRead = operation({
  name: "markAllAsRead",
  method: "POST",
  path: "/mark_all_as_read",
  owner: "messages",
  auth: "user",
  scope: "all",
  params: {},
  response: z.object({ complete: z.boolean().describe("Nothing is left to do: always true") }),
  errors: ["SERVICE_UNAVAILABLE"],
  doc: "Mark all messages as read\n\nDeprecated in favour of changing flags for a narrow.",
});
