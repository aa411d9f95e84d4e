import { z } from "zod";

import { operation } from "../operation.ts";
import { ordinaryUser } from "./user-object.ts";
import { userFormParams } from "./user-params.ts";

export const listUsers = operation({
  name: "listUsers",
  method: "GET",
  path: "/users",
  owner: "users",
  auth: "user",
  scope: "read",
  params: userFormParams,
  response: z.object({
    members: z.array(ordinaryUser).describe("Everybody, also the deactivated, by id"),
  }),
  errors: [],
  doc: "List users\n\nAll users and bots of the organization.",
});
