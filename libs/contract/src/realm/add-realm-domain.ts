import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { text } from "../param.ts";
import { allowSubdomainsParam } from "./domain-object.ts";

export const addRealmDomain = operation({
  name: "addRealmDomain",
  method: "POST",
  path: "/realm/domains",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {
    domain: text(line.describe("The new domain")),
    allow_subdomains: allowSubdomainsParam,
  },
  response: z.object({
    new_domain: z.tuple([z.int(), z.string()]).describe("The organization's id and the domain"),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Add a domain\n\nFor owners.",
});
