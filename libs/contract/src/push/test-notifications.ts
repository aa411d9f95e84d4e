import { z } from "zod";

import { longText } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";

export const sendTestNotification = operation({
  name: "sendTestNotification",
  method: "POST",
  path: "/mobile_push/test_notification",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {
    token: text(longText.optional().describe("One of the own devices; all of them when absent")),
  },
  response: z.object({}),
  errors: ["INVALID_PUSH_DEVICE_TOKEN", "PUSH_SERVICE_NOT_CONFIGURED"],
  doc: "Send a test notification to the own devices\n\nRefused, because this server uses no push notification service.",
});

export const sendE2eeTestNotification = operation({
  name: "sendE2eeTestNotification",
  method: "POST",
  path: "/mobile_push/e2ee/test_notification",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {
    device_id: json(
      z.int().optional().describe("One of the own registered devices; all of them when absent"),
    ),
  },
  response: z.object({}),
  errors: ["NO_ACTIVE_PUSH_DEVICE"],
  doc: "Send an end-to-end encrypted test notification to the own devices\n\nRefused, because no device can be registered with this server.",
});
