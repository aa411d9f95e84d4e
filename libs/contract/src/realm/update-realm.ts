import { z } from "zod";

import { operation } from "../operation.ts";
import { realmParams } from "./realm-params.ts";

export const updateRealm = operation({
  name: "updateRealm",
  method: "PATCH",
  path: "/realm",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: realmParams,
  response: z.object({}),
  errors: [
    "BAD_REQUEST",
    "REQUEST_VARIABLE_INVALID",
    "UNAUTHORIZED_PRINCIPAL",
    "EXPECTATION_MISMATCH",
    "SYSTEM_GROUP_REQUIRED",
  ],
  doc: "Change the organization's settings\n\nFor administrators; how people join, log in and how long messages are kept, for owners. All of the changes are made, or none.",
});
