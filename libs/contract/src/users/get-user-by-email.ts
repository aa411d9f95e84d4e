import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path } from "../param.ts";
import { ordinaryUser } from "./user-object.ts";
import { userFormParams } from "./user-params.ts";

export const getUserByEmail = operation({
  name: "getUserByEmail",
  method: "GET",
  path: "/users/{email}",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {
    email: path(line.describe("Real address, where the caller may see it, or API address")),
    ...userFormParams,
  },
  response: z.object({ user: ordinaryUser.describe("The user") }),
  errors: ["BAD_REQUEST"],
  doc: "Get a user by e-mail address",
});
