import { z } from "zod";

import { operation } from "../operation.ts";
import { userIdParam } from "./user-params.ts";

export const reactivateUser = operation({
  name: "reactivateUser",
  method: "POST",
  path: "/users/{user_id}/reactivate",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { user_id: userIdParam },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Reactivate a user\n\nThe account gets a new key; the one it had before stays dead.",
});
