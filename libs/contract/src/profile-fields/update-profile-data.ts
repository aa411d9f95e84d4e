import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { profileValues } from "../users/user-params.ts";

export const updateProfileData = operation({
  name: "updateProfileData",
  method: "PATCH",
  path: "/users/me/profile_data",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { data: json(profileValues.describe("New values by field")) },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Fill in one's profile\n\nNull or empty takes a value away.",
});
