import { z } from "zod";

import { operation } from "../operation.ts";
import { userIdParam, userUpdateParams } from "./user-params.ts";

export const updateUser = operation({
  name: "updateUser",
  method: "PATCH",
  path: "/users/{user_id}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { user_id: userIdParam, ...userUpdateParams },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Update a user\n\nFor administrators and the owners of bots.",
});
