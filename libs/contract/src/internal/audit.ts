import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";
import type { ServiceName } from "../operation.ts";

/** Organizations that are asked about at once. */
export const auditHeadsAtOnce = 1000;

const fields = z.record(z.string(), z.unknown());

/** Change of one thing; without `before` it is new, without `after` it is gone. */
export const auditChange = z.strictObject({
  object: z.string().describe("Kind of thing"),
  key: fields.describe("Ids by which it is known, beside the organization's"),
  before: fields.optional().describe("What differs, as it was; absent for what is new"),
  after: fields.optional().describe("What differs, as it is now; absent for what is gone"),
});

/** Names whoever acted, as far as that is known. */
export const auditActor = z.strictObject({
  user_id: z.int().optional().describe("A person or a bot"),
  operator: z.string().optional().describe("Name of the key of whoever operates the server"),
  scim: z.string().optional().describe("Name of the token of a provisioning system (SCIM)"),
  service: z
    .string()
    .optional()
    .describe("A part of the server that acted for the user, or by itself"),
  client: z.string().optional().describe("Name of the client program"),
  session_id: z.int().optional().describe("The browser session; absent for requests with a key"),
  address: z.string().optional().describe("Internet address of the client"),
});

const entry = z.object({
  position: z.int(),
  /** Milliseconds since 1970. */
  changedAtMs: z.int(),
  actor: auditActor.nullable(),
  operation: z.string(),
  requestId: z.string(),
  changes: z.array(auditChange),
  hash: z.string(),
});

export type AuditEntry = z.infer<typeof entry>;

const question = z.object({
  realmId: z.int(),
  /** Entries before this place; a time alone has position 0. */
  before: z.object({ changedAtMs: z.int(), position: z.int() }).nullable(),
  /** Milliseconds since 1970. */
  sinceMs: z.int().nullable(),
  actorId: z.int().nullable(),
  operation: z.string().nullable(),
  object: z.string().nullable(),
  limit: z.int(),
});

export type AuditQuestion = z.infer<typeof question>;

const next = z.object({
  realmId: z.int(),
  /** Entries behind this position. */
  after: z.int(),
  limit: z.int(),
});

export type NextAuditQuestion = z.infer<typeof next>;

const nextEntries = z.object({
  /** The oldest first; fewer than there are when they are too long together. */
  entries: z.array(entry),
  /** Position of the newest entry that there is; 0 for none. */
  last: z.int(),
});

export type NextAuditEntries = z.infer<typeof nextEntries>;

const heads = z.object({
  /** Position of the newest entry of each organization that has any. */
  heads: z.array(z.object({ realmId: z.int(), position: z.int() })),
});

const verification = z.object({
  entries: z.int(),
  last: z.int(),
  head: z.string(),
  broken: z.int().nullable(),
});

export type AuditVerification = z.infer<typeof verification>;

function operationsOf(owner: ServiceName) {
  return {
    list: internalOperation({
      name: "listAuditEntries",
      owner,
      onlyReads: true,
      input: question,
      output: z.object({ entries: z.array(entry) }),
      doc: "Entries of the audit log that this service has written, the newest first.",
    }),
    next: internalOperation({
      name: "listNextAuditEntries",
      owner,
      onlyReads: true,
      input: next,
      output: nextEntries,
      doc: "Entries of the audit log that this service has written behind a position, the oldest first.",
    }),
    heads: internalOperation({
      name: "listAuditHeads",
      owner,
      onlyReads: true,
      input: z.object({ realmIds: z.array(z.int()).max(auditHeadsAtOnce) }),
      output: heads,
      doc: "How far the audit log of organizations reaches in this service.",
    }),
    verify: internalOperation({
      name: "verifyAuditEntries",
      owner,
      onlyReads: true,
      input: z.object({ realmId: z.int() }),
      output: verification,
      doc: "Whether the entries that this service has written are all there and as they were written.",
    }),
  } as const;
}

/** Services whose entries `users` asks for. */
export const auditOperationsOf = {
  channels: operationsOf("channels"),
  messages: operationsOf("messages"),
} as const;

/** The end of a chain of entries; position 0 before the first. */
const auditHead = z.object({ position: z.int(), hash: z.string() });

export type AuditHead = z.infer<typeof auditHead>;

function headOf(owner: ServiceName) {
  return internalOperation({
    name: "readAuditHead",
    owner,
    onlyReads: true,
    input: z.object({ realmId: z.int(), snapshot: z.string() }),
    output: auditHead,
    doc: "The newest entry of the audit log that this service had written when a snapshot was taken that somebody holds.",
  });
}

/** Services of which `messages` asks where the audit log ended. */
export const auditHeadOperations = {
  users: { head: headOf("users") },
  channels: { head: headOf("channels") },
} as const;
