import { z } from "zod";

import { operation } from "../operation.ts";
import { profileFieldObject } from "./profile-field.ts";

export const listProfileFields = operation({
  name: "listProfileFields",
  method: "GET",
  path: "/realm/profile_fields",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {},
  response: z.object({
    custom_fields: z.array(profileFieldObject).describe("In the order of profiles"),
  }),
  errors: [],
  doc: "List custom profile fields",
});
