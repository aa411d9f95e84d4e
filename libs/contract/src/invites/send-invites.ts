import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { listLimits, textLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";
import { inviteParams } from "./invite-params.ts";

const addresses = upTo(textLimits.invitees).refine(
  (value) =>
    value.split(/[,\n]/).filter((part) => part.trim() !== "").length <= listLimits.invitees,
  { params: { message: `invitee_emails has too many addresses (limit: ${listLimits.invitees})` } },
);

export const sendInvites = operation({
  name: "sendInvites",
  method: "POST",
  path: "/invites",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {
    invitee_emails: text(
      addresses.describe(
        `Addresses, separated by commas or line breaks; ${listLimits.invitees} at most`,
      ),
    ),
    ...inviteParams,
    notify_referrer_on_join: json(
      z.boolean().default(true).describe("Tell the caller of who joins"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "INVITATION_FAILED"],
  doc: "Invite people by e-mail\n\nAddresses that cannot be invited are named in the error; when the others are merely users already, everybody else is invited.",
});
