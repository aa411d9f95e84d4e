import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const unmuteUser = operation({
  name: "unmuteUser",
  method: "DELETE",
  path: "/users/me/muted_users/{muted_user_id}",
  owner: "users",
  auth: "user",
  scope: "all",
  params: { muted_user_id: pathId("The other user") },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Unmute a user",
});
