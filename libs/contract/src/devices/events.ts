import { z } from "zod";

import { deviceId } from "./device-object.ts";

/** The user registered a device or took one away. */
export const deviceEvent = z.strictObject({
  type: z.literal("device"),
  op: z.enum(["add", "remove"]),
  device_id: deviceId,
});
