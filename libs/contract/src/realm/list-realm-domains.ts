import { z } from "zod";

import { operation } from "../operation.ts";
import { domainObject } from "./domain-object.ts";

export const listRealmDomains = operation({
  name: "listRealmDomains",
  method: "GET",
  path: "/realm/domains",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {},
  response: z.object({ domains: z.array(domainObject).describe("By name") }),
  errors: [],
  doc: "List the organization's domains\n\nWith `emails_restricted_to_domains`, addresses of these domains only may join.",
});
