import { z } from "zod";

import { operation } from "../operation.ts";
import { userObject } from "./user-object.ts";
import { userFormParams, userIdParam } from "./user-params.ts";

export const getUser = operation({
  name: "getUser",
  method: "GET",
  path: "/users/{user_id}",
  owner: "users",
  auth: "user",
  scope: "read",
  params: { user_id: userIdParam, ...userFormParams },
  response: z.object({ user: userObject.describe("The user") }),
  errors: ["BAD_REQUEST"],
  doc: "Get a user",
});
