import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path } from "../param.ts";

export const removeBlockedAddress = operation({
  name: "removeBlockedAddress",
  method: "DELETE",
  path: "/realm/blocked_addresses/{pattern}",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: { pattern: path(line.describe("The address or domain, as it is kept")) },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Let an address or a domain join again\n\nFor administrators.",
});
