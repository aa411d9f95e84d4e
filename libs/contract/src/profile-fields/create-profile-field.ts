import { z } from "zod";

import { operation } from "../operation.ts";
import { json, text } from "../param.ts";
import { fieldData, fieldFlags, fieldHint, fieldName } from "./profile-field.ts";

export const createProfileField = operation({
  name: "createProfileField",
  method: "POST",
  path: "/realm/profile_fields",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {
    name: text(fieldName.default("")),
    hint: text(fieldHint.default("")),
    field_type: json(z.int().describe("Kind of field, 1 to 8")),
    field_data: json(fieldData.optional()),
    ...fieldFlags,
  },
  response: z.object({ id: z.int().describe("The new field") }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Create a custom profile field\n\nFor administrators. An external account of a built-in kind (`realm_default_external_accounts` of `POST /register`) needs only its `subtype`: name and hint are those of the kind.",
});
