import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const resetSecondFactors = operation({
  name: "resetSecondFactors",
  method: "DELETE",
  path: "/users/{user_id}/second_factors",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: { user_id: pathId("The person") },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Remove somebody's second factors\n\nFor administrators, when somebody has lost them; those of an owner only by owners. The person gets word of it by e-mail.",
});
