import { z } from "zod";

import { operation } from "../operation.ts";
import { inviteParams } from "./invite-params.ts";

export const createInviteLink = operation({
  name: "createInviteLink",
  method: "POST",
  path: "/invites/multiuse",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: inviteParams,
  response: z.object({ invite_link: z.string().describe("Where people join") }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Create an invitation link\n\nThat any number of people may use.",
});
