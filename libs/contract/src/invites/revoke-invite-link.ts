import { z } from "zod";

import { operation } from "../operation.ts";
import { inviteIdParam } from "./invite-params.ts";

export const revokeInviteLink = operation({
  name: "revokeInviteLink",
  method: "DELETE",
  path: "/invites/multiuse/{invite_id}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { invite_id: inviteIdParam },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Revoke an invitation link\n\nFor administrators and the one who invited.",
});
