import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";

export const beginLegalHold = operation({
  name: "beginLegalHold",
  method: "POST",
  path: "/legal_holds",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: {
    user_id: json(z.int().min(0).optional().describe("The person whose messages are held")),
    stream_id: json(z.int().min(0).optional().describe("The channel whose messages are held")),
    reason: text(line.describe("Why, for whoever reads the list and the audit log")),
  },
  response: z.object({ id: z.int().describe("The new hold") }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "Begin a legal hold\n\nFor owners. As long as it is on, no message that the person sent or was sent directly, or that is or was in the channel, is lost: deleted ones stay in the archive, whoever or whatever deletes them. Exactly one of `user_id` and `stream_id` says whose. Nobody is told.",
});
