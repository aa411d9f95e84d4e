import { z } from "zod";

import { operation } from "../operation.ts";
import { inviteObject } from "./invite-params.ts";

export const listInvites = operation({
  name: "listInvites",
  method: "GET",
  path: "/invites",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {},
  response: z.object({ invites: z.array(inviteObject).describe("Oldest first") }),
  errors: [],
  doc: "List open invitations\n\nAdministrators see all of them, others their own.",
});
