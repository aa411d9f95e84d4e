import { z } from "zod";

import { operation } from "../operation.ts";
import { linkifierIdParam, linkifierParams } from "./linkifier.ts";

export const updateLinkifier = operation({
  name: "updateLinkifier",
  method: "PATCH",
  path: "/realm/filters/{filter_id}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { filter_id: linkifierIdParam, ...linkifierParams },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Edit a linkifier\n\nFor administrators. Existing messages stay as they are.",
});
