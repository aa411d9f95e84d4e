import { z } from "zod";

import { operation } from "../operation.ts";
import { keyIdParam, keyOwnerParam } from "./api-key-object.ts";

export const endApiKey = operation({
  name: "endApiKey",
  method: "DELETE",
  path: "/users/{user_id}/api_keys/{key_id}",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { user_id: keyOwnerParam, key_id: keyIdParam },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "End an API key\n\nFor whoever may list it. Whoever uses it is refused from the next request on, and the account's event queues end.",
});
