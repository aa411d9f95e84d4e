import { z } from "zod";

import { fullName, line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { text } from "../param.ts";

export const createUser = operation({
  name: "createUser",
  method: "POST",
  path: "/users",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: {
    email: text(line.describe("Address of the new user")),
    password: text(line.describe("Password of the new user")),
    full_name: text(fullName.describe("Name of the new user")),
  },
  response: z.object({ user_id: z.int().describe("The new user") }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Create a user\n\nFor administrators whom the operator has given the permission `can_create_users`.",
});
