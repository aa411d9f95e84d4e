import { z } from "zod";

import { listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { writtenDraft } from "./draft-object.ts";

export const createDrafts = operation({
  name: "createDrafts",
  method: "POST",
  path: "/drafts",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: {
    drafts: json(z.array(writtenDraft).max(listLimits.drafts).default([]).describe("The drafts")),
  },
  response: z.object({ ids: z.array(z.int()).describe("Of the new drafts, in order") }),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Create drafts",
});
