import { z } from "zod";

import { operation } from "../operation.ts";
import { userIdParam } from "./user-params.ts";

export const deactivateUser = operation({
  name: "deactivateUser",
  method: "DELETE",
  path: "/users/{user_id}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { user_id: userIdParam },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "CANNOT_DEACTIVATE_LAST_USER"],
  doc: "Deactivate a user\n\nThe user's keys stop working at once; bots of the user are deactivated too.",
});
