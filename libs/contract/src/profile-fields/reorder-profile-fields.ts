import { z } from "zod";

import { storedLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json } from "../param.ts";

export const reorderProfileFields = operation({
  name: "reorderProfileFields",
  method: "PATCH",
  path: "/realm/profile_fields",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {
    order: json(
      z
        .array(z.int())
        .max(storedLimits.profileFields.most)
        .describe("The ids of all fields in their new order"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Reorder custom profile fields\n\nFor administrators.",
});
