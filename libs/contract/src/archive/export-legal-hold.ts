import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const exportLegalHold = operation({
  name: "exportLegalHold",
  method: "POST",
  path: "/legal_holds/{hold_id}/export",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: { hold_id: pathId("The legal hold") },
  response: z.object({ id: z.int().describe("The export") }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "Export a legal hold\n\nFor owners. An archive is made in the background of everything that the hold covers at one moment, deleted messages included, which proves that nothing in it was altered later. One is made at a time, and ten are kept.",
});
