import { z } from "zod";

import { operation } from "../operation.ts";
import { legacyPresences, serverTimestamp } from "./presence-object.ts";

export const getRealmPresence = operation({
  name: "getRealmPresence",
  method: "GET",
  path: "/realm/presence",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {},
  response: z.object({
    presences: legacyPresences.describe("Presence by API address"),
    server_timestamp: serverTimestamp,
  }),
  errors: [],
  doc: "Get everybody's presence",
});
