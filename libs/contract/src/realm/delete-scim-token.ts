import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const deleteScimToken = operation({
  name: "deleteScimToken",
  method: "DELETE",
  path: "/scim_tokens/{token_id}",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { token_id: pathId("The token") },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "End a token for SCIM\n\nFor owners. Its next request is refused.",
});
