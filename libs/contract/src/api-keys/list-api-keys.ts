import { z } from "zod";

import { operation } from "../operation.ts";
import { apiKeyObject, keyOwnerParam } from "./api-key-object.ts";

export const listApiKeys = operation({
  name: "listApiKeys",
  method: "GET",
  path: "/users/{user_id}/api_keys",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { user_id: keyOwnerParam },
  response: z.object({
    api_keys: z.array(apiKeyObject).describe("Keys that have not been ended, the newest first"),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "List API keys\n\nOne's own, those of a bot that one manages, and for administrators those of others; an owner's only for owners. The key that every account has is not among them, and no key is shown again.",
});
