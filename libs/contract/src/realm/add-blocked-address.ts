import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { text } from "../param.ts";

export const addBlockedAddress = operation({
  name: "addBlockedAddress",
  method: "POST",
  path: "/realm/blocked_addresses",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {
    pattern: text(
      line.describe(
        "`somebody@example.com` is that address, also with a `+` and more; `example.com` the domain and its subdomains",
      ),
    ),
  },
  response: z.object({ pattern: z.string().describe("The pattern as it is kept, lower case") }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Let an address or a domain not join\n\nFor administrators. No account is made with such an address, whatever the way, and none gets one; accounts that are there stay.",
});
