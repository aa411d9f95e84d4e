import { z } from "zod";

import { operation } from "../operation.ts";
import { scimToken } from "../operator/scim.ts";

export const listScimTokens = operation({
  name: "listScimTokens",
  method: "GET",
  path: "/scim_tokens",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {},
  response: z.object({ scim_tokens: z.array(scimToken).describe("By id") }),
  errors: ["UNAUTHORIZED_PRINCIPAL"],
  doc: "Get all tokens for SCIM\n\nFor owners.",
});
