import { z } from "zod";

import { operation } from "../operation.ts";
import { word } from "../param.ts";
import { subscriptionObject } from "./subscription-object.ts";

export const listSubscriptions = operation({
  name: "listSubscriptions",
  method: "GET",
  path: "/users/me/subscriptions",
  owner: "channels",
  auth: "user",
  scope: "read",
  params: {
    include_subscribers: word(
      z
        .enum(["true", "false", "partial"])
        .default("false")
        .describe("Whether to list the subscribers of each channel"),
    ),
  },
  response: z.object({
    subscriptions: z.array(subscriptionObject).describe("The caller's subscriptions by name"),
  }),
  errors: [],
  doc: "Get one's own subscriptions",
});
