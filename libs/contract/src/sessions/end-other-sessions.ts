import { z } from "zod";

import { operation } from "../operation.ts";

export const endOtherSessions = operation({
  name: "endOtherSessions",
  method: "DELETE",
  path: "/users/me/sessions",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {},
  response: z.object({}),
  errors: [],
  doc: "End all other sessions\n\nAll of the caller's sessions but the one that the request is made with. API keys stay.",
});
