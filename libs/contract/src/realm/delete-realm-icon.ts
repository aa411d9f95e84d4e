import { z } from "zod";

import { operation } from "../operation.ts";

export const deleteRealmIcon = operation({
  name: "deleteRealmIcon",
  method: "DELETE",
  path: "/realm/icon",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {},
  response: z.object({ icon_url: z.string().describe("The picture from now on") }),
  errors: ["UNAUTHORIZED_PRINCIPAL"],
  doc: "Take the organization's picture away\n\nIt is shown with one that is drawn from its host name then. For administrators.",
});
