import { z } from "zod";

const value = z.boolean().describe("Whether calls can be made in the user's name");

/** A user has let a provider of calls make them in the user's name, or that has ended. */
export const callTokenEvent = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("has_zoom_token"), value }),
  z.strictObject({ type: z.literal("has_webex_token"), value }),
]);
