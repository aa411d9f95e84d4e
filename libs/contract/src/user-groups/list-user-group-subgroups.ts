import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { userGroupIdParam } from "./user-group.ts";

export const listUserGroupSubgroups = operation({
  name: "listUserGroupSubgroups",
  method: "GET",
  path: "/user_groups/{user_group_id}/subgroups",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {
    user_group_id: userGroupIdParam,
    direct_subgroup_only: json(
      z.boolean().default(false).describe("Leave out groups within those groups"),
    ),
  },
  response: z.object({ subgroups: z.array(z.int()).describe("Ids, ascending") }),
  errors: ["BAD_REQUEST"],
  doc: "List the groups within a user group\n\nNot for guests.",
});
