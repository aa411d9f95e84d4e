import { z } from "zod";

const profileValue = z.object({
  value: z.string().describe("As the user wrote it"),
  rendered_value: z.string().optional().describe("HTML, for kinds of field that use Markdown"),
});

/** A user as clients see it (docs/behaviour/users.md#user-object). */
export const userObject = z.object({
  user_id: z.int().describe("Unique id"),
  email: z.string().describe("The address the API uses for the user"),
  delivery_email: z
    .string()
    .nullable()
    .describe("The real address; null when the caller may not see it"),
  full_name: z.string().describe("Name"),
  role: z.int().describe("100 owner, 200 administrator, 300 moderator, 400 member, 600 guest"),
  is_active: z.boolean().optional().describe("False for deactivated users"),
  is_owner: z.boolean().describe("Whether the role is owner"),
  is_admin: z.boolean().describe("Whether the role is owner or administrator"),
  is_guest: z.boolean().describe("Whether the role is guest"),
  is_bot: z.boolean().describe("Whether it is a bot"),
  bot_type: z
    .int()
    .nullable()
    .describe("1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for humans"),
  bot_owner_id: z.int().nullable().describe("The bot's owner; null for humans and ownerless bots"),
  is_system_bot: z
    .boolean()
    .optional()
    .describe("True for the bots that the server posts notices as; absent for others"),
  date_joined: z.string().describe("ISO 8601, to the minute, UTC"),
  timezone: z.string().describe("IANA name; empty when unknown"),
  avatar_url: z.string().nullable().describe("Picture; null when the client computes it"),
  avatar_version: z.int().describe("Counts the pictures"),
  profile_data: z
    .record(z.string(), profileValue)
    .optional()
    .describe("Custom profile fields by id; absent for bots"),
});

/** A user who is none of the system bots; those log in nowhere and are in no list. */
export const ordinaryUser = userObject.omit({ is_system_bot: true });

export type UserObject = z.infer<typeof userObject>;
