import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const deleteDraft = operation({
  name: "deleteDraft",
  method: "DELETE",
  path: "/drafts/{draft_id}",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: { draft_id: pathId("The draft") },
  response: z.object({}),
  errors: ["BAD_REQUEST", "RESOURCE_NOT_FOUND", "SERVICE_UNAVAILABLE"],
  doc: "Delete a draft",
});
