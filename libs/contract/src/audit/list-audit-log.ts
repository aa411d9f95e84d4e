import { z } from "zod";

import { keyword } from "../bounded-text.ts";
import { auditActor, auditChange } from "../internal/audit.ts";
import { latestSecond, listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, word } from "../param.ts";

/** Services that keep entries, in the order of their ids. */
export const auditServices = ["users", "channels", "messages"] as const;

export type AuditService = (typeof auditServices)[number];

const tooMany = `Too many entries requested (maximum ${listLimits.auditEntries}).`;

export const listAuditLog = operation({
  name: "listAuditLog",
  method: "GET",
  path: "/audit_log",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {
    anchor: word(keyword.optional().describe("Id of an entry: those before it; else the newest")),
    limit: json(
      z.int().min(1).max(listLimits.auditEntries, tooMany).default(100).describe("Most entries"),
    ),
    since: json(
      z.int().min(0).max(latestSecond).optional().describe("Entries from this UNIX second on"),
    ),
    actor_id: json(z.int().min(0).optional().describe("Entries of this user")),
    operation: word(keyword.optional().describe("Entries of this operation")),
    object: word(keyword.optional().describe("Entries in which this kind of thing was changed")),
  },
  response: z.object({
    entries: z
      .array(
        z.strictObject({
          id: z.string().describe("Names the entry; its form means nothing"),
          timestamp: z.number().describe("UNIX seconds, to the millisecond"),
          service: z.enum(auditServices).describe("Part of the server that wrote it"),
          position: z.int().describe("Place among the entries of this part, without gaps"),
          actor: auditActor
            .nullable()
            .describe(
              "Who acted; null for what the server did by itself, or somebody in its database",
            ),
          operation: z.string().describe("What was called; empty where nobody called anything"),
          request_id: z.string().describe("The request, as answers and logs name it"),
          changes: z
            .array(auditChange)
            .describe("In the order in which they were made, those of one statement by their keys"),
          hash: z.string().describe("Hash of the entry and of all before it, hexadecimal"),
        }),
      )
      .describe("The newest first"),
    found_oldest: z.boolean().describe("No entry is older than the last of these"),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "List who has changed what\n\nFor administrators. Each transaction that has changed something is one entry. Nothing secret is in it: of passwords, keys and the like it says only that they were changed.",
});
