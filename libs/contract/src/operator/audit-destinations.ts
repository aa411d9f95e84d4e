import { z } from "zod";

import { auditDestination, maxDestinationName } from "../audit/destination.ts";
import { textLimits } from "../limits.ts";
import { operatorOperation } from "./operator-operation.ts";
import { text } from "./text.ts";

export const getAuditDestinations = operatorOperation({
  name: "getAuditDestinations",
  method: "GET",
  path: "/organizations/{organization_id}/audit_destinations",
  scope: "read",
  input: z.strictObject({}),
  output: z.object({ destinations: z.array(auditDestination) }),
  doc: "Servers that an organization's audit log is sent to, by id, with how far each has it.",
});

export const addAuditDestination = operatorOperation({
  name: "addAuditDestination",
  method: "POST",
  path: "/organizations/{organization_id}/audit_destinations",
  scope: "secrets",
  input: z.strictObject({
    name: text(maxDestinationName),
    url: text(textLimits.endpoint),
    authorization: text(textLimits.endpoint).optional(),
    cursor: text(textLimits.keyword).optional(),
  }),
  output: z.object({ id: z.int(), secret: z.string() }),
  doc: "Has an organization's audit log sent to a server. The secret that signs requests is shown this once.",
});

export const removeAuditDestination = operatorOperation({
  name: "removeAuditDestination",
  method: "POST",
  path: "/organizations/{organization_id}/remove_audit_destination",
  scope: "write",
  input: z.strictObject({ destination_id: z.int() }),
  output: z.object({}),
  doc: "Sends an organization's audit log there no more.",
});

export const auditDestinationOperations = [
  getAuditDestinations,
  addAuditDestination,
  removeAuditDestination,
] as const;
