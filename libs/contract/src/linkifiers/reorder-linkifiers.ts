import { z } from "zod";

import { storedLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json } from "../param.ts";

export const reorderLinkifiers = operation({
  name: "reorderLinkifiers",
  method: "PATCH",
  path: "/realm/linkifiers",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {
    ordered_linkifier_ids: json(
      z.array(z.int()).max(storedLimits.linkifiers.most).describe("Every linkifier, each once"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Reorder the linkifiers\n\nEarlier ones are tried first. For administrators.",
});
