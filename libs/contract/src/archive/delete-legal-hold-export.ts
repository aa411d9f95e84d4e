import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const deleteLegalHoldExport = operation({
  name: "deleteLegalHoldExport",
  method: "DELETE",
  path: "/legal_holds/exports/{export_id}",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: { export_id: pathId("The export") },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "Delete an export of a legal hold\n\nFor owners: one that has ended, with its archive. That happens by itself seven days after it has ended.",
});
