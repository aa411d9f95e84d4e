import { z } from "zod";

import { operation } from "../operation.ts";
import { linkifierParams } from "./linkifier.ts";

export const addLinkifier = operation({
  name: "addLinkifier",
  method: "POST",
  path: "/realm/filters",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: linkifierParams,
  response: z.object({ id: z.int().describe("The new linkifier") }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Add a linkifier\n\nIt is tried after those that are there. For administrators.",
});
