import { z } from "zod";

import { operation } from "../operation.ts";
import { draftObject } from "./draft-object.ts";

export const listDrafts = operation({
  name: "listDrafts",
  method: "GET",
  path: "/drafts",
  owner: "messages",
  auth: "user",
  scope: "read",
  params: {},
  response: z.object({
    count: z.int().describe("How many there are"),
    drafts: z.array(draftObject).describe("Most recently edited first"),
  }),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Get drafts",
});
