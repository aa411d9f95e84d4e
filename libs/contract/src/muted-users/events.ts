import { z } from "zod";

const muted = z.strictObject({
  id: z.int().describe("The muted user"),
  timestamp: z.int().describe("Since when, UNIX seconds"),
});

/** Tells a user's clients all users whom the user now mutes. */
export const mutedUsersEvent = z.strictObject({
  type: z.literal("muted_users"),
  muted_users: z.array(muted).describe("All of them, oldest first"),
});
