import { z } from "zod";

import { operation } from "../operation.ts";
import { userGroupIdParam } from "./user-group.ts";

export const deleteUserGroup = operation({
  name: "deleteUserGroup",
  method: "DELETE",
  path: "/user_groups/{user_group_id}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { user_group_id: userGroupIdParam },
  response: z.object({}),
  errors: ["BAD_REQUEST", "CANNOT_DEACTIVATE_GROUP_IN_USE"],
  doc: "Deactivate a user group by its older name\n\nRefused while a permission or another group uses it; `objections` says which.",
});
