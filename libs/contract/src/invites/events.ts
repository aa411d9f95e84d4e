import { z } from "zod";

/** The open invitations changed: clients ask for them anew. */
export const invitesChangedEvent = z.strictObject({ type: z.literal("invites_changed") });
