import { z } from "zod";

import { line, upTo } from "../bounded-text.ts";
import { textLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { text } from "../param.ts";

const endpoint = text(
  upTo(textLimits.endpoint).describe(
    "Address of the subscription at the browser's push service; at most 2048 characters",
  ),
);

export const listPushSubscriptions = operation({
  name: "listPushSubscriptions",
  method: "GET",
  path: "/users/me/push_subscriptions",
  owner: "webhooks",
  auth: "human",
  scope: "all",
  params: {},
  response: z.object({
    vapid_public_key: z
      .string()
      .nullable()
      .describe(
        "Key that browsers want for a subscription (`applicationServerKey`), base64url; null when the server pushes to none",
      ),
    subscriptions: z
      .array(
        z.object({
          id: z.int().describe("The subscription"),
          created_at: z.int().describe("When it was added (UNIX seconds)"),
        }),
      )
      .describe("The caller's, the newest first"),
  }),
  errors: [],
  doc: "List push subscriptions\n\nThe browsers and apps that the server pushes notifications to by Web Push (RFC 8030), and the key for another one.",
});

export const addPushSubscription = operation({
  name: "addPushSubscription",
  method: "POST",
  path: "/users/me/push_subscriptions",
  owner: "webhooks",
  auth: "human",
  scope: "all",
  params: {
    endpoint,
    p256dh: text(line.describe("The subscription's public key, base64url")),
    auth: text(line.describe("The subscription's secret of 16 bytes, base64url")),
  },
  response: z.object({ id: z.int().describe("The subscription") }),
  errors: ["BAD_REQUEST", "PUSH_SERVICE_NOT_CONFIGURED"],
  doc: "Add a push subscription\n\nNotifications are pushed to it, encrypted for it (RFC 8291), until it is removed or its push service says that it has ended. Adding it again replaces its keys, and takes it over from whoever had it. Of a person's subscriptions the ten newest are kept.",
});

export const removePushSubscription = operation({
  name: "removePushSubscription",
  method: "DELETE",
  path: "/users/me/push_subscriptions",
  owner: "webhooks",
  auth: "human",
  scope: "all",
  params: { endpoint },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Remove a push subscription\n\nNothing is pushed to it any more.",
});
