import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";
import { botIdParam } from "./delivery-object.ts";

export const redeliver = operation({
  name: "redeliver",
  method: "POST",
  path: "/bots/{bot_id}/deliveries/{delivery_id}/redeliver",
  owner: "webhooks",
  auth: "user",
  scope: "all",
  params: { bot_id: botIdParam, delivery_id: pathId("The delivery") },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Deliver again\n\nPosts a finished delivery to the bot's server anew, with the same `webhook-id` and all its tries, for the bot's owner and administrators. What the server answers is posted as a new message.",
});
