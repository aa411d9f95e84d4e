import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { channelNames } from "./channel-params.ts";
import { subscribe } from "./subscribe.ts";
import { unsubscribe } from "./unsubscribe.ts";

const { subscriptions, ...others } = subscribe.params;

export const updateSubscriptions = operation({
  name: "updateSubscriptions",
  method: "PATCH",
  path: "/users/me/subscriptions",
  owner: "channels",
  auth: "user",
  scope: "all",
  params: {
    add: json(
      subscriptions.schema
        .default([])
        .describe("Channels to subscribe to, as in POST, created when missing"),
    ),
    delete: json(channelNames.default([]).describe("Names of the channels to leave")),
    ...others,
  },
  response: z.object({ ...subscribe.response.shape, ...unsubscribe.response.shape }),
  errors: subscribe.errors,
  doc: "Subscribe to channels and leave others\n\nEverything happens, or nothing. The other parameters are those of POST.",
});
