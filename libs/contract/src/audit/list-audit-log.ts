import { z } from "zod";

import { keyword } from "../bounded-text.ts";
import { latestSecond, listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, word } from "../param.ts";
import { auditLogEntry } from "./entry.ts";

/** Refusal of more entries than are answered at once. */
export const tooManyEntries = `Too many entries requested (maximum ${listLimits.auditEntries}).`;

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
      z
        .int()
        .min(1)
        .max(listLimits.auditEntries, tooManyEntries)
        .default(100)
        .describe("Most entries"),
    ),
    since: json(
      z.int().min(0).max(latestSecond).optional().describe("Entries from this UNIX second on"),
    ),
    actor_id: json(z.int().min(0).optional().describe("Entries of this user")),
    operation: word(keyword.optional().describe("Entries of this operation")),
    object: word(keyword.optional().describe("Entries in which this kind of thing was changed")),
  },
  response: z.object({
    entries: z.array(auditLogEntry).describe("The newest first"),
    found_oldest: z.boolean().describe("No entry is older than the last of these"),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "List who has changed what\n\nFor administrators. Each transaction that has changed something is one entry. Nothing secret is in it: of passwords, keys and the like it says only that they were changed.",
});
