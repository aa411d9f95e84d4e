import { z } from "zod";

import { listLimits } from "../limits.ts";
import { lastSecond } from "../time-limits.ts";

export const messageTypes = z.enum(["direct", "channel", "stream", "private"]);

/** One channel, or users. */
export const scheduledTo = z
  .union([z.int(), z.array(z.int()).max(listLimits.recipients)])
  .describe("A channel's id, or a list of users' ids");

export const deliveryTime = z.int().max(lastSecond).describe("When it is sent, in UNIX seconds");
