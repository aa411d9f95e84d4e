import { z } from "zod";

export const messageTypes = z.enum(["direct", "channel", "stream", "private"]);

/** One channel, or users. */
export const scheduledTo = z
  .union([z.int(), z.array(z.int())])
  .describe("A channel's id, or a list of users' ids");

export const deliveryTime = z.int().describe("When it is sent, in UNIX seconds");
