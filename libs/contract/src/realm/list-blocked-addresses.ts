import { z } from "zod";

import { operation } from "../operation.ts";

export const listBlockedAddresses = operation({
  name: "listBlockedAddresses",
  method: "GET",
  path: "/realm/blocked_addresses",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {},
  response: z.object({
    blocked_addresses: z
      .array(
        z.strictObject({
          pattern: z.string().describe("An e-mail address, or a domain with its subdomains"),
          blocked_at: z.int().describe("UNIX seconds"),
        }),
      )
      .describe("By pattern"),
  }),
  errors: ["UNAUTHORIZED_PRINCIPAL"],
  doc: "List who may not join\n\nFor administrators: e-mail addresses and domains of which no account is made.",
});
