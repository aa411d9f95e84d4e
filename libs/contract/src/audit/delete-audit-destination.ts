import { z } from "zod";

import { operation } from "../operation.ts";
import { pathId } from "../param.ts";

export const deleteAuditDestination = operation({
  name: "deleteAuditDestination",
  method: "DELETE",
  path: "/audit_log/destinations/{destination_id}",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: { destination_id: pathId("The destination") },
  response: z.object({}),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Send the audit log there no more\n\nFor owners. What is under way may still arrive.",
});
