import { z } from "zod";

import { operation } from "../operation.ts";
import { sessionObject } from "./session-object.ts";

export const listSessions = operation({
  name: "listSessions",
  method: "GET",
  path: "/users/me/sessions",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {},
  response: z.object({
    sessions: z
      .array(sessionObject)
      .describe("The caller's sessions that have not expired, the one used last first"),
  }),
  errors: [],
  doc: "List one's sessions",
});
