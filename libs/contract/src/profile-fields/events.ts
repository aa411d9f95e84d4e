import { z } from "zod";

import { profileFieldObject } from "./profile-field.ts";

/** The custom profile fields changed. */
export const customProfileFieldsEvent = z.strictObject({
  type: z.literal("custom_profile_fields"),
  fields: z.array(profileFieldObject.strict()).describe("All of them, in order"),
});
