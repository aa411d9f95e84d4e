import { z } from "zod";

import { operation } from "../operation.ts";
import { fieldFlags, fieldIdParam, optionalFieldTexts } from "./profile-field.ts";

export const updateProfileField = operation({
  name: "updateProfileField",
  method: "PATCH",
  path: "/realm/profile_fields/{field_id}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { field_id: fieldIdParam, ...optionalFieldTexts, ...fieldFlags },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Update a custom profile field\n\nFor administrators. Name, hint and data of an external account of a built-in kind stay as they are.",
});
