import { z } from "zod";

import { operation } from "../operation.ts";
import { word } from "../param.ts";

export const previewInvite = operation({
  name: "previewInvite",
  method: "POST",
  path: "/invites/preview",
  owner: "users",
  auth: "none",
  scope: "any",
  params: { key: word(z.string().max(100).describe("The last part of the link")) },
  response: z.object({
    realm_name: z.string().describe("Name of the organization"),
    realm_icon: z.string().describe("URL of its square logo"),
    realm_url: z.string().describe("URL of the organization"),
    inviter_full_name: z.string().describe("Who invited"),
    email: z
      .string()
      .nullable()
      .describe("Address that was invited; null for a link that any number of people may use"),
    expiry_date: z.int().nullable().describe("When it expires; null when it does not"),
  }),
  errors: ["BAD_REQUEST", "NONEXISTENT_SUBDOMAIN", "PASSWORD_AUTH_DISABLED", "REALM_DEACTIVATED"],
  doc: "Look at an invitation\n\nWhat the page behind its link shows before it asks for a name and a password. Refused when the invitation cannot be accepted any more, or the organization takes no passwords. The key travels in the body, so that no log has it.",
});
