import { z } from "zod";

import { operation } from "../operation.ts";
import { allowSubdomainsParam, domainParam } from "./domain-object.ts";

export const updateRealmDomain = operation({
  name: "updateRealmDomain",
  method: "PATCH",
  path: "/realm/domains/{domain}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { domain: domainParam, allow_subdomains: allowSubdomainsParam },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Update a domain\n\nFor owners.",
});
