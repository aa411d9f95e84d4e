import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { json, pathId, text } from "../param.ts";
import { roles } from "../users/roles.ts";

const knownRoles: ReadonlySet<number> = new Set(Object.values(roles));
const tenDaysInMinutes = 14_400;
/** Four thousand years: more cannot be added to a moment in the database. */
const mostMinutes = 2_147_483_647;

export const inviteIdParam = pathId("The invitation");

/** Parameters that invitations by e-mail and by link share. */
export const inviteParams = {
  invite_expires_in_minutes: json(
    z
      .int()
      .positive()
      .max(mostMinutes)
      .nullable()
      .default(tenDaysInMinutes)
      .describe("Minutes until nobody may accept any more; null for never"),
  ),
  invite_as: json(
    z
      .int()
      .refine((role) => knownRoles.has(role), "Not in the list of possible values")
      .default(roles.member)
      .describe("Role of who accepts: 100, 200, 300, 400 or 600"),
  ),
  stream_ids: json(
    z
      .array(z.int())
      .max(listLimits.channels)
      .default([])
      .describe("Channels that who accepts is subscribed to"),
  ),
  include_realm_default_subscriptions: json(
    z
      .boolean()
      .default(false)
      .describe("Whether who accepts is subscribed to the organization's default channels too"),
  ),
  group_ids: json(
    z
      .array(z.int())
      .max(listLimits.groups)
      .default([])
      .describe("Groups that who accepts becomes a member of"),
  ),
  welcome_message_custom_text: text(
    upTo(8000)
      .optional()
      .describe(
        "What the Welcome Bot writes to who accepts, for administrators to say; the organization's own text when absent, nothing when empty",
      ),
  ),
} as const;

/** An invitation as administrators and the one who invited see it. */
export const inviteObject = z.object({
  id: z.int().describe("Unique id"),
  invited_by_user_id: z.int().describe("Who invited"),
  invited: z.int().describe("When; UNIX seconds"),
  expiry_date: z.int().nullable().describe("Until when it may be accepted; null for ever"),
  invited_as: z.int().describe("Role of who accepts"),
  is_multiuse: z.boolean().describe("Whether it is a link that many may use"),
  email: z.string().optional().describe("Who is invited; absent for links"),
  notify_referrer_on_join: z
    .boolean()
    .optional()
    .describe("Whether the one who invited is told of who joins; absent for links"),
  link_url: z.string().optional().describe("The link; absent for addresses"),
});
