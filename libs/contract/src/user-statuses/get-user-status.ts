import { z } from "zod";

import { operation } from "../operation.ts";
import { userIdParam } from "../users/user-params.ts";
import { userStatus } from "./user-status.ts";

export const getUserStatus = operation({
  name: "getUserStatus",
  method: "GET",
  path: "/users/{user_id}/status",
  owner: "users",
  auth: "user",
  scope: "read",
  params: { user_id: userIdParam },
  response: z.object({ status: userStatus.describe("What is set of it") }),
  errors: ["BAD_REQUEST"],
  doc: "Get a user's status",
});
