import { z } from "zod";

import { longText } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";
import { changedGroupPermissionParams, groupName, userGroupIdParam } from "./user-group.ts";

export const updateUserGroup = operation({
  name: "updateUserGroup",
  method: "PATCH",
  path: "/user_groups/{user_group_id}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {
    user_group_id: userGroupIdParam,
    ...changedGroupPermissionParams,
    deactivated: json(
      z.boolean().optional().describe("False takes a deactivated group back; true is ignored"),
    ),
    description: text(longText.optional().describe("New description")),
    name: text(groupName.optional().describe("New name")),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "EXPECTATION_MISMATCH"],
  doc: "Update a user group\n\nAll of the changes are made, or none. For those who manage the group.",
});
