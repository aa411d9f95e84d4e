import { z } from "zod";

import { operation } from "../operation.ts";
import { json, pathId } from "../param.ts";
import { writtenDraft } from "./draft-object.ts";

export const editDraft = operation({
  name: "editDraft",
  method: "PATCH",
  path: "/drafts/{draft_id}",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: {
    draft_id: pathId("The draft"),
    draft: json(writtenDraft.describe("What it is from now on")),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "RESOURCE_NOT_FOUND", "SERVICE_UNAVAILABLE"],
  doc: "Edit a draft",
});
