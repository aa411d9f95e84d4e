import { z } from "zod";

import { operation } from "../operation.ts";

export const deactivateOwnUser = operation({
  name: "deactivateOwnUser",
  method: "DELETE",
  path: "/users/me",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {},
  response: z.object({}),
  errors: ["CANNOT_DEACTIVATE_LAST_USER"],
  doc: "Deactivate the own user\n\nThe keys of the user and of the user's bots stop working at once. Refused to the only owner.",
});
