import { z } from "zod";

import { operation } from "../operation.ts";
import { statusParams } from "./user-status.ts";

export const updateOwnStatus = operation({
  name: "updateOwnStatus",
  method: "POST",
  path: "/users/me/status",
  owner: "users",
  auth: "user",
  scope: "all",
  params: statusParams,
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Change one's status",
});
