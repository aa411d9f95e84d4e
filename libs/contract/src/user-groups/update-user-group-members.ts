import { z } from "zod";

import { operation } from "../operation.ts";
import { idsParam, userGroupIdParam } from "./user-group.ts";

export const updateUserGroupMembers = operation({
  name: "updateUserGroupMembers",
  method: "POST",
  path: "/user_groups/{user_group_id}/members",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {
    user_group_id: userGroupIdParam,
    add: idsParam("Users to add"),
    add_subgroups: idsParam("Groups to make part of it"),
    delete: idsParam("Users to remove"),
    delete_subgroups: idsParam("Groups to take out"),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Change who is in a user group\n\nAll of the changes are made, or none.",
});
