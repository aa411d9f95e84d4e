import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { path } from "../param.ts";

const part = z.object({
  status: z.enum(["active", "idle", "offline"]).describe("`offline` when long ago"),
  timestamp: z.int().describe("UNIX seconds"),
});

export const getUserPresence = operation({
  name: "getUserPresence",
  method: "GET",
  path: "/users/{user_id_or_email}/presence",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {
    user_id_or_email: path(line.describe("Id or API address of the user")),
  },
  response: z.object({
    presence: z.object({ aggregated: part, website: part }).describe("When the user was last seen"),
  }),
  errors: ["BAD_REQUEST"],
  doc: "Get a user's presence",
});
