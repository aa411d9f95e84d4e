import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const endUserSessions = operation({
  name: "endUserSessions",
  method: "DELETE",
  path: "/users/{user_id}/sessions",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { user_id: pathId("The person") },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "End somebody's sessions\n\nFor administrators: the person is logged out of all browsers. Sessions of an owner are ended only by owners. API keys stay.",
});
