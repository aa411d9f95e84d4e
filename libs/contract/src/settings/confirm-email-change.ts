import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { word } from "../param.ts";

export const confirmEmailChange = operation({
  name: "confirmEmailChange",
  method: "POST",
  path: "/settings/email/confirm",
  owner: "users",
  auth: "none",
  scope: "any",
  params: { key: word(line.describe("The last part of the link")) },
  response: z.object({ email: z.string().describe("The new address") }),
  errors: ["BAD_REQUEST", "NONEXISTENT_SUBDOMAIN", "REALM_DEACTIVATED", "USER_DEACTIVATED"],
  doc: "Confirm a new e-mail address\n\nGives the user the address that `PATCH /settings` asked for, within a day. The page `/confirm-email`, to which the link in the e-mail leads, calls it.",
});
