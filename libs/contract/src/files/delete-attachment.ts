import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const deleteAttachment = operation({
  name: "deleteAttachment",
  method: "DELETE",
  path: "/attachments/{attachment_id}",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: { attachment_id: pathId("The file") },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Delete an uploaded file",
});
