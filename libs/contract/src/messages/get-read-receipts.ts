import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const getReadReceipts = operation({
  name: "getReadReceipts",
  method: "GET",
  path: "/messages/{message_id}/read_receipts",
  owner: "messages",
  auth: "user",
  scope: "read",
  params: { message_id: pathId("The message") },
  response: z.object({
    user_ids: z.array(z.int()).describe("Who has read it, ascending; never the sender"),
  }),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Get a message's read receipts\n\nOf those who let others know what they have read; without those whom the caller muted and those who muted the caller.",
});
