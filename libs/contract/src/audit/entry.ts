import { z } from "zod";

import { auditActor, auditChange } from "../internal/audit.ts";

/** Services that keep entries, in the order of their ids. */
export const auditServices = ["users", "channels", "messages"] as const;

export type AuditService = (typeof auditServices)[number];

/** An entry as administrators see it. */
export const auditLogEntry = z.strictObject({
  id: z.string().describe("Names the entry; its form means nothing"),
  timestamp: z.number().describe("UNIX seconds, to the millisecond"),
  service: z.enum(auditServices).describe("Part of the server that wrote it"),
  position: z.int().describe("Place among the entries of this part, without gaps"),
  actor: auditActor
    .nullable()
    .describe("Who acted; null for what the server did by itself, or somebody in its database"),
  operation: z.string().describe("What was called; empty where nobody called anything"),
  request_id: z.string().describe("The request, as answers and logs name it"),
  changes: z
    .array(auditChange)
    .describe("In the order in which they were made, those of one statement by their keys"),
  hash: z.string().describe("Hash of the entry and of all before it, hexadecimal"),
});
