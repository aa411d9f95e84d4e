import { z } from "zod";

import { operation } from "../operation.ts";
import { callUrl } from "./call-params.ts";

export const createConstructorGroupsCall = operation({
  name: "createConstructorGroupsCall",
  method: "POST",
  path: "/calls/constructorgroups/create",
  owner: "users",
  auth: "user",
  scope: "send",
  params: {},
  response: z.object({ url: callUrl }),
  errors: ["BAD_REQUEST"],
  doc: "Make a Constructor Groups call\n\nIn the caller's own room, which is made the first time.",
});
