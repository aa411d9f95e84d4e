import { z } from "zod";

import { operation } from "../operation.ts";
import { ordinaryUser } from "./user-object.ts";

export const getOwnUser = operation({
  name: "getOwnUser",
  method: "GET",
  path: "/users/me",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {},
  response: ordinaryUser.extend({
    max_message_id: z
      .int()
      .describe("Newest message that the caller received; -1 when there is none"),
  }),
  errors: [],
  doc: "Get the own user",
});
