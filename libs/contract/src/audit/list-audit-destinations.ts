import { z } from "zod";

import { operation } from "../operation.ts";
import { auditDestination } from "./destination.ts";

export const listAuditDestinations = operation({
  name: "listAuditDestinations",
  method: "GET",
  path: "/audit_log/destinations",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {},
  response: z.object({ destinations: z.array(auditDestination).describe("By id") }),
  errors: ["UNAUTHORIZED_PRINCIPAL"],
  doc: "Get the servers that the audit log is sent to\n\nFor owners. Tells how far each has it, and why the latest try had no success.",
});
