import { z } from "zod";

import { keyword, longText } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { text, word } from "../param.ts";

const token = text(
  longText.describe("What the device was given by its vendor; at most 4096 characters"),
);
const added =
  "The token is kept until it is removed; adding it again changes nothing. No notification is sent to it: see `push_notifications_enabled` of the server settings.";
const removed = "No notification is sent to the device any more.";

export const addApnsDeviceToken = operation({
  name: "addApnsDeviceToken",
  method: "POST",
  path: "/users/me/apns_device_token",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {
    token,
    appid: word(keyword.regex(/^[.a-zA-Z0-9-]+$/).describe("The app's bundle id")),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: `Add an Apple device\n\n${added}`,
});

export const removeApnsDeviceToken = operation({
  name: "removeApnsDeviceToken",
  method: "DELETE",
  path: "/users/me/apns_device_token",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { token },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: `Remove an Apple device\n\n${removed}`,
});

export const addAndroidRegId = operation({
  name: "addAndroidRegId",
  method: "POST",
  path: "/users/me/android_gcm_reg_id",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { token },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: `Add an Android device\n\n${added}`,
});

export const removeAndroidRegId = operation({
  name: "removeAndroidRegId",
  method: "DELETE",
  path: "/users/me/android_gcm_reg_id",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { token },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: `Remove an Android device\n\n${removed}`,
});
