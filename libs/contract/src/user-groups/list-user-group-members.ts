import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { userGroupIdParam } from "./user-group.ts";

export const listUserGroupMembers = operation({
  name: "listUserGroupMembers",
  method: "GET",
  path: "/user_groups/{user_group_id}/members",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {
    user_group_id: userGroupIdParam,
    direct_member_only: json(
      z.boolean().default(false).describe("Leave out members of the groups within it"),
    ),
  },
  response: z.object({ members: z.array(z.int()).describe("Active users, ascending") }),
  errors: ["BAD_REQUEST"],
  doc: "List the members of a user group\n\nNot for guests.",
});
