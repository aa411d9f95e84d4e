import { z } from "zod";

import { operation } from "../operation.ts";
import { sessionIdParam } from "./session-object.ts";

export const endSession = operation({
  name: "endSession",
  method: "DELETE",
  path: "/users/me/sessions/{session_id}",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { session_id: sessionIdParam },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "End a session\n\nWhoever used it is refused from the next request on.",
});
