import { z } from "zod";

const muted = z.strictObject({
  id: z.int().describe("The muted user"),
  timestamp: z.int().describe("Since when, UNIX seconds"),
});

/** Whom the user muted, as it is now, for the user. */
export const mutedUsersEvent = z.strictObject({
  type: z.literal("muted_users"),
  muted_users: z.array(muted).describe("All of them, oldest first"),
});
