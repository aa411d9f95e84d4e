import { z } from "zod";

import { fullName, line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { text, word } from "../param.ts";

export const acceptInvite = operation({
  name: "acceptInvite",
  method: "POST",
  path: "/invites/accept",
  owner: "users",
  auth: "none",
  scope: "any",
  params: {
    key: word(line.describe("The last part of the link")),
    full_name: text(fullName.describe("Name of the new user")),
    password: text(line.describe("Password of the new user")),
    email: text(
      line.optional().describe("Address of the new user; left out when the link was sent to it"),
    ),
  },
  response: z.object({
    api_key: z.string().describe("Key of the new account"),
    email: z.string().describe("Its address"),
    user_id: z.int().describe("Its id"),
  }),
  errors: ["BAD_REQUEST", "NONEXISTENT_SUBDOMAIN", "PASSWORD_AUTH_DISABLED", "REALM_DEACTIVATED"],
  doc: "Accept an invitation\n\nCreates the account. The page behind the link of an invitation asks for what it takes.",
});
