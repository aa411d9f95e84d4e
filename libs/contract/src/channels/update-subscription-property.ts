import { z } from "zod";

import { keyword } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, word } from "../param.ts";
import { channelIdParam } from "./channel-params.ts";

export const updateSubscriptionProperty = operation({
  name: "updateSubscriptionProperty",
  method: "PATCH",
  path: "/users/me/subscriptions/{stream_id}",
  owner: "channels",
  auth: "user",
  scope: "all",
  params: {
    stream_id: channelIdParam,
    property: word(keyword.describe("color, pin_to_top, is_muted or a notification setting")),
    value: json(z.union([z.boolean(), keyword]).describe("The new value")),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Change one of one's own settings of a channel\n\nDeprecated: POST /users/me/subscriptions/properties takes several.",
});
