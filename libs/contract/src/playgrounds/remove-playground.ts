import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const removePlayground = operation({
  name: "removePlayground",
  method: "DELETE",
  path: "/realm/playgrounds/{playground_id}",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: { playground_id: pathId("The playground") },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Remove a code playground\n\nFor administrators.",
});
