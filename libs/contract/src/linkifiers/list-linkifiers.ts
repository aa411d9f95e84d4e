import { z } from "zod";

import { operation } from "../operation.ts";
import { linkifier } from "./linkifier.ts";

export const listLinkifiers = operation({
  name: "listLinkifiers",
  method: "GET",
  path: "/realm/linkifiers",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {},
  response: z.object({
    linkifiers: z.array(linkifier).describe("In the order in which they are tried"),
  }),
  errors: [],
  doc: "List the linkifiers",
});
