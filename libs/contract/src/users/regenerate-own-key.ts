import { z } from "zod";

import { operation } from "../operation.ts";

export const regenerateOwnKey = operation({
  name: "regenerateOwnKey",
  method: "POST",
  path: "/users/me/api_key/regenerate",
  owner: "users",
  auth: "user",
  scope: "all",
  params: {},
  response: z.object({ api_key: z.string().describe("The new key") }),
  errors: [],
  doc: "Replace the own API key\n\nThe old key stops working at once.",
});
