import { z } from "zod";

import { operation } from "../operation.ts";
import { attachmentObject, uploadSpaceUsed } from "./attachment-object.ts";

export const listAttachments = operation({
  name: "listAttachments",
  method: "GET",
  path: "/attachments",
  owner: "messages",
  auth: "user",
  scope: "read",
  params: {},
  response: z.object({
    attachments: z.array(attachmentObject).describe("The caller's, oldest first"),
    upload_space_used: uploadSpaceUsed,
  }),
  errors: [],
  doc: "List one's uploaded files",
});
