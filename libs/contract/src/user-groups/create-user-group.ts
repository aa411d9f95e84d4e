import { z } from "zod";

import { longText } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";
import { groupName, groupPermissionParams, idsParam } from "./user-group.ts";

export const createUserGroup = operation({
  name: "createUserGroup",
  method: "POST",
  path: "/user_groups/create",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {
    ...groupPermissionParams,
    description: text(longText.describe("What the group is for")),
    members: json(z.array(z.int()).max(listLimits.ids).describe("The first members")),
    name: text(groupName.describe("Name, unlike that of any other group")),
    subgroups: idsParam("Groups that are to be part of it"),
  },
  response: z.object({ group_id: z.int().describe("The new group") }),
  errors: ["BAD_REQUEST"],
  doc: "Create a user group\n\nFor those whom the organization allows it with `can_create_groups`.",
});
