import { z } from "zod";

import { operation } from "../operation.ts";
import { deviceId } from "./device-object.ts";

export const registerClientDevice = operation({
  name: "registerClientDevice",
  method: "POST",
  path: "/register_client_device",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {},
  response: z.object({ device_id: deviceId }),
  errors: ["BAD_REQUEST"],
  doc: "Register a device\n\nA client does so once after logging in, and keeps the id. Each call makes another device; a user has at most 200.",
});
