import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { deviceId } from "../devices/device-object.ts";
import { operation } from "../operation.ts";
import { json, text, word } from "../param.ts";

const mostKeyId = 2 ** 32 - 1;

export const registerPushDevice = operation({
  name: "registerPushDevice",
  method: "POST",
  path: "/mobile_push/register",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {
    device_id: json(deviceId),
    push_key_id: json(
      z.int().min(0).max(mostKeyId).optional().describe("What the client calls its key"),
    ),
    push_key: text(
      upTo(100)
        .optional()
        .describe("What notifications are to be encrypted with: Base64 of the byte 0x31 and a key"),
    ),
    token_kind: word(z.enum(["fcm", "apns"]).optional().describe("Vendor of the device")),
    token_id: text(
      upTo(100)
        .optional()
        .describe("Names the vendor's token: Base64 of the first 8 bytes of its SHA-256"),
    ),
    bouncer_public_key: text(
      upTo(1000).optional().describe("What the registration is encrypted with"),
    ),
    encrypted_push_registration: text(
      upTo(20_000).optional().describe("For the push notification service"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "PUSH_SERVICE_NOT_CONFIGURED"],
  doc: "Register a device for end-to-end encrypted notifications\n\nGiven are both fields of the key, all four of the token, or all of them. A request without a mistake is refused too, because this server uses no push notification service; nothing of it is stored.",
});
