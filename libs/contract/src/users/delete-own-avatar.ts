import { z } from "zod";

import { operation } from "../operation.ts";

export const deleteOwnAvatar = operation({
  name: "deleteOwnAvatar",
  method: "DELETE",
  path: "/users/me/avatar",
  owner: "users",
  auth: "user",
  scope: "all",
  params: {},
  response: z.object({ avatar_url: z.string().describe("The picture made from the address") }),
  errors: ["BAD_REQUEST"],
  doc: "Delete one's picture\n\nThe user is shown with the third-party avatar service again.",
});
