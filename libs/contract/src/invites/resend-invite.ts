import { z } from "zod";

import { operation } from "../operation.ts";
import { inviteIdParam } from "./invite-params.ts";

export const resendInvite = operation({
  name: "resendInvite",
  method: "POST",
  path: "/invites/{invite_id}/resend",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { invite_id: inviteIdParam },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Send an invitation again\n\nFor administrators and the one who invited.",
});
