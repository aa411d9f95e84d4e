import { z } from "zod";

import { keyword } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, word } from "../param.ts";
import { auditLogEntry } from "./entry.ts";
import { tooManyEntries } from "./list-audit-log.ts";

/** Most bytes of an answer; an entry that is longer by itself is answered alone. */
export const auditStreamBytes = 1_000_000;

/** An entry for a program that goes on where it stopped. */
export const auditStreamLine = auditLogEntry.extend({
  skipped: z
    .int()
    .describe(
      "How many entries of this part of the server, right before this one, are no longer kept",
    ),
  cursor: z.string().describe("Names the place behind the entry; its form means nothing"),
});

export const streamAuditLog = operation({
  name: "streamAuditLog",
  method: "GET",
  path: "/audit_log/stream",
  owner: "users",
  auth: "human",
  scope: "administration",
  params: {
    cursor: word(
      keyword.optional().describe("Cursor of the last entry that is known; else from the oldest"),
    ),
    limit: json(
      z
        .int()
        .min(1)
        .max(listLimits.auditEntries, tooManyEntries)
        .default(listLimits.auditEntries)
        .describe("Most entries"),
    ),
  },
  response: z.object({}),
  success: { kind: "lines", line: auditStreamLine },
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: `Read the audit log on\n\nFor programs of administrators that keep a copy of the log elsewhere. An entry is a JSON object on a line of its own (NDJSON), the oldest first. An answer has at most \`limit\` entries and ${String(auditStreamBytes)} bytes, but always the next entry; it is empty when there is nothing new. Whoever asks again with the \`cursor\` of the last line misses no entry, and gets none twice.`,
});
