import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const muteUser = operation({
  name: "muteUser",
  method: "POST",
  path: "/users/me/muted_users/{muted_user_id}",
  owner: "users",
  auth: "user",
  scope: "all",
  params: { muted_user_id: pathId("The other user") },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Mute a user",
});
