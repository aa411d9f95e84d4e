import { z } from "zod";

import { operation } from "../operation.ts";

export const getRealmIcon = operation({
  name: "getRealmIcon",
  method: "GET",
  path: "/realm/icon",
  owner: "users",
  auth: "none",
  scope: "any",
  params: {},
  response: z.object({}),
  success: { kind: "redirect" },
  errors: ["NONEXISTENT_SUBDOMAIN"],
  doc: "Get the organization's picture\n\nThe answer redirects to the picture.",
});
