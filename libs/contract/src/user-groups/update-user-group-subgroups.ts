import { z } from "zod";

import { operation } from "../operation.ts";
import { idsParam, userGroupIdParam } from "./user-group.ts";

export const updateUserGroupSubgroups = operation({
  name: "updateUserGroupSubgroups",
  method: "POST",
  path: "/user_groups/{user_group_id}/subgroups",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {
    user_group_id: userGroupIdParam,
    add: idsParam("Groups to make part of it"),
    delete: idsParam("Groups to take out"),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Change which groups are within a user group\n\nAll of the changes are made, or none.",
});
