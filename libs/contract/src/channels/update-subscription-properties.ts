import { z } from "zod";

import { keyword } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json } from "../param.ts";

export const updateSubscriptionProperties = operation({
  name: "updateSubscriptionProperties",
  method: "POST",
  path: "/users/me/subscriptions/properties",
  owner: "channels",
  auth: "user",
  scope: "all",
  params: {
    subscription_data: json(
      z
        .array(
          z.object({
            stream_id: z.int().describe("A channel the caller is subscribed to"),
            property: keyword.describe("color, pin_to_top, is_muted or a notification setting"),
            value: z.union([z.boolean(), keyword]).describe("The new value"),
          }),
        )
        .max(listLimits.channels)
        .describe("Changes, made in this order"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Change one's own settings of channels",
});
