import { z } from "zod";

import { operation } from "../operation.ts";
import { auditServices } from "./entry.ts";

export const verifyAuditLog = operation({
  name: "verifyAuditLog",
  method: "GET",
  path: "/audit_log/verification",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {},
  response: z.object({
    chains: z
      .array(
        z.strictObject({
          service: z.enum(auditServices).describe("Part of the server that wrote the entries"),
          entries: z.int().describe("Entries that are as they were written"),
          last: z.int().describe("Position of the newest entry; 0 for none"),
          head: z
            .string()
            .describe(
              "Hash of the newest entry: who keeps it can tell later whether it is still the same",
            ),
          broken: z
            .int()
            .nullable()
            .describe("Position of the oldest entry that is missing or was altered; null for none"),
        }),
      )
      .describe("Each part of the server has a chain of its own"),
  }),
  errors: ["UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "Check that the audit log is whole\n\nFor administrators. Each entry has the hash of itself and of the one before, so that an entry which was altered, removed or put in is found.",
});
