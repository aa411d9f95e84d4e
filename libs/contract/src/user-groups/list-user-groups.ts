import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { userGroupObject } from "./user-group.ts";

export const listUserGroups = operation({
  name: "listUserGroups",
  method: "GET",
  path: "/user_groups",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {
    include_deactivated_groups: json(
      z.boolean().default(false).describe("Also the groups that were deactivated"),
    ),
  },
  response: z.object({ user_groups: z.array(userGroupObject).describe("All groups, by id") }),
  errors: ["BAD_REQUEST"],
  doc: "List user groups\n\nNot for guests.",
});
