import { z } from "zod";

import { operation } from "../operation.ts";
import { domainParam } from "./domain-object.ts";

export const removeRealmDomain = operation({
  name: "removeRealmDomain",
  method: "DELETE",
  path: "/realm/domains/{domain}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { domain: domainParam },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Remove a domain\n\nFor owners. Without any domain left, addresses of all domains may join.",
});
