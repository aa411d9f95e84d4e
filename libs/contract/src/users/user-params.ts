import { z } from "zod";

import { fullName, line, longText } from "../bounded-text.ts";
import { listLimits, storedLimits } from "../limits.ts";
import { json, pathId, text } from "../param.ts";
import { roles } from "./roles.ts";

/** Parameters for the form in which users are written. */
export const userFormParams = {
  client_gravatar: json(
    z
      .boolean()
      .default(true)
      .describe("`avatar_url` may be null for users of the third-party avatar service"),
  ),
  include_custom_profile_fields: json(
    z.boolean().default(false).describe("Include `profile_data`"),
  ),
} as const;

/** A new value of a custom profile field. */
const profileValue = z.object({
  id: z.int().describe("The profile field"),
  value: z
    .union([longText, z.array(z.int()).max(listLimits.choices)])
    .nullable()
    .describe("New value; null or empty removes it"),
});

export const profileValues = z.array(profileValue).max(storedLimits.profileFields.most);

const knownRoles: ReadonlySet<number> = new Set(Object.values(roles));

export const roleParam = json(
  z
    .int()
    .refine((role) => knownRoles.has(role), "Not in the list of possible values")
    .optional()
    .describe("New role: 100, 200, 300, 400 or 600"),
);

/** Parameters for the changes of a user; each is left alone when absent. */
export const userUpdateParams = {
  full_name: text(fullName.optional().describe("New name")),
  role: roleParam,
  profile_data: json(profileValues.optional().describe("New values of custom profile fields")),
  new_email: text(line.optional().describe("New e-mail address")),
} as const;

export const userIdParam = pathId("The user");
