import { z } from "zod";

import { storedLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json } from "../param.ts";

export const removeProfileData = operation({
  name: "removeProfileData",
  method: "DELETE",
  path: "/users/me/profile_data",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {
    data: json(z.array(z.int()).max(storedLimits.profileFields.most).describe("Ids of the fields")),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Take values out of one's profile",
});
