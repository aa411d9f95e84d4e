import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { deviceId } from "./device-object.ts";

export const removeClientDevice = operation({
  name: "removeClientDevice",
  method: "POST",
  path: "/remove_client_device",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { device_id: json(deviceId) },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Remove a device\n\nFor clients whose user logs out.",
});
