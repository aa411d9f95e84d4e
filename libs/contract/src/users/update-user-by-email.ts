import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path } from "../param.ts";
import { userUpdateParams } from "./user-params.ts";

export const updateUserByEmail = operation({
  name: "updateUserByEmail",
  method: "PATCH",
  path: "/users/{email}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {
    email: path(line.describe("Real address, where the caller may see it, or API address")),
    ...userUpdateParams,
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Update a user by e-mail address\n\nWorks like updating by id.",
});
