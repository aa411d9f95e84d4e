import { z } from "zod";

import { operation } from "../operation.ts";
import { userIdParam } from "../users/user-params.ts";
import { statusParams } from "./user-status.ts";

export const updateUserStatus = operation({
  name: "updateUserStatus",
  method: "POST",
  path: "/users/{user_id}/status",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { user_id: userIdParam, ...statusParams },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Change a user's status\n\nFor administrators.",
});
