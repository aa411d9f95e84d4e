import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const endLegalHold = operation({
  name: "endLegalHold",
  method: "POST",
  path: "/legal_holds/{hold_id}/end",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: { hold_id: pathId("The legal hold") },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "End a legal hold\n\nFor owners. What no other hold keeps, and was deleted longer ago than deleted messages are kept, goes within hours.",
});
