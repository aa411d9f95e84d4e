import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { userIdParam } from "../users/user-params.ts";
import { userGroupIdParam } from "./user-group.ts";

export const getIsUserGroupMember = operation({
  name: "getIsUserGroupMember",
  method: "GET",
  path: "/user_groups/{user_group_id}/members/{user_id}",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {
    user_group_id: userGroupIdParam,
    user_id: userIdParam,
    direct_member_only: json(
      z.boolean().default(false).describe("Leave out members of the groups within it"),
    ),
  },
  response: z.object({ is_user_group_member: z.boolean().describe("Whether the user is one") }),
  errors: ["BAD_REQUEST"],
  doc: "Is a user in a user group?\n\nNot for guests.",
});
