import { z } from "zod";

import { operation } from "../operation.ts";
import { fieldIdParam } from "./profile-field.ts";

export const deleteProfileField = operation({
  name: "deleteProfileField",
  method: "DELETE",
  path: "/realm/profile_fields/{field_id}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { field_id: fieldIdParam },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Delete a custom profile field\n\nFor administrators. What users filled in goes with it.",
});
