import { z } from "zod";

import { operation } from "../operation.ts";
import { linkifierIdParam } from "./linkifier.ts";

export const removeLinkifier = operation({
  name: "removeLinkifier",
  method: "DELETE",
  path: "/realm/filters/{filter_id}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { filter_id: linkifierIdParam },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Remove a linkifier\n\nFor administrators. Existing messages stay as they are.",
});
