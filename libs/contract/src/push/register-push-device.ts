import { z } from "zod";

import { operation } from "../operation.ts";
import { json, text, word } from "../param.ts";

export const registerPushDevice = operation({
  name: "registerPushDevice",
  method: "POST",
  path: "/mobile_push/register",
  owner: "users",
  auth: "human",
  params: {
    token_kind: word(z.enum(["fcm", "apns"]).describe("Vendor of the device")),
    push_account_id: json(z.int().describe("Names the device and account")),
    push_public_key: text(z.string().describe("What notifications are encrypted with")),
    bouncer_public_key: text(z.string().describe("What the registration is encrypted with")),
    encrypted_push_registration: text(z.string().describe("For the push notification service")),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Register a device for end-to-end encrypted notifications\n\nRefused, because this server uses no push notification service.",
});
