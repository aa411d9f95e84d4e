import { z } from "zod";

const status = z.enum(["active", "idle"]).describe("Whether the user did something then");
const timestamp = z.int().describe("UNIX seconds");

const aggregated = z.object({
  client: z.string().describe("Always `website`"),
  status,
  timestamp,
});

export const websitePresence = aggregated.extend({
  pushable: z.boolean().describe("Always false"),
});

/** Times at which one user was last seen, in the modern form. */
const slimPresence = z.object({
  active_timestamp: z.int().describe("When the user last did something; UNIX seconds"),
  idle_timestamp: z.int().describe("When a client of the user last ran; UNIX seconds"),
});

const legacyPresence = z.object({ aggregated, website: websitePresence });

/** By API address, as older clients read it. */
export const legacyPresences = z.record(z.string(), legacyPresence);

/** By user id (modern) or API address (older form). */
export const presences = z
  .record(z.string(), z.union([slimPresence, legacyPresence]))
  .describe("Presence by user id with slim_presence, else by API address");

export const serverTimestamp = z.number().describe("The server's time; UNIX seconds with fraction");
