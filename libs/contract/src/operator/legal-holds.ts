import { z } from "zod";

import { holdExportRecord, holdRecord } from "../internal/legal-holds.ts";
import { operatorOperation } from "./operator-operation.ts";
import { text } from "./text.ts";

const hold = holdRecord.shape;

/** A legal hold as the operator sees it. */
export const operatorHold = z.object({
  id: hold.id,
  user_id: hold.userId,
  channel_id: hold.channelId,
  reason: hold.reason,
  /** Owner who began it; null for an operator, whose key's name is then in `begun_with_key`. */
  begun_by: hold.begunBy,
  begun_with_key: hold.begunKey,
  /** UNIX seconds, as are the other times. */
  begun_at: hold.begunAt,
  ended_by: hold.endedBy,
  ended_with_key: hold.endedKey,
  /** Null while it is on. */
  ended_at: hold.endedAt,
});

export type OperatorHold = z.infer<typeof operatorHold>;

const record = holdExportRecord.shape;

/** An export of a legal hold as the operator sees it. */
export const operatorHoldExport = z.object({
  id: record.id,
  hold_id: record.holdId,
  /** Owner who asked for it; null for an operator, whose key's name is then in `asked_with_key`. */
  asked_by: record.askedBy,
  asked_with_key: record.askedKey,
  state: record.state,
  /** UNIX seconds, as are the other times. */
  asked_at: record.requestedAt,
  /** The moment that it shows. */
  cut_at: record.cutAt,
  ended_at: record.endedAt,
  tries: record.tries,
  /** Kind of thing that is being written. */
  kind: record.kind,
  records: record.rows,
  files: record.files,
  bytes: record.bytes,
  failure: record.failure,
  /** Hash of all records, as in the manifest; empty until it is known. */
  root: record.root,
});

export type OperatorHoldExport = z.infer<typeof operatorHoldExport>;

export const getLegalHolds = operatorOperation({
  name: "getLegalHolds",
  method: "GET",
  path: "/organizations/{organization_id}/legal_holds",
  scope: "read",
  input: z.strictObject({
    /** Continues with those before the id that a page ended with. */
    before: z.coerce.number().int().min(1).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
  }),
  output: z.object({ legal_holds: z.array(operatorHold) }),
  doc: "Legal holds of an organization, those of owners and of operators, also those that have ended, the newest first.",
});

export const createLegalHold = operatorOperation({
  name: "createLegalHold",
  method: "POST",
  path: "/organizations/{organization_id}/legal_holds",
  scope: "write",
  input: z.strictObject({
    email: text(254).optional(),
    channel: text(60).optional(),
    reason: text(1000),
  }),
  output: z.object({ hold_id: z.int().optional() }),
  doc: "Begins a legal hold of a person (`email`) or a channel (`channel`, its name), of which the organization's owners do not know. A repeated request has nothing in its answer.",
});

export const closeLegalHold = operatorOperation({
  name: "closeLegalHold",
  method: "POST",
  path: "/organizations/{organization_id}/end_legal_hold",
  scope: "write",
  input: z.strictObject({ hold_id: z.int() }),
  output: z.object({}),
  doc: "Ends a legal hold, also one that an owner began.",
});

export const getHoldExports = operatorOperation({
  name: "getHoldExports",
  method: "GET",
  path: "/organizations/{organization_id}/legal_hold_exports",
  scope: "read",
  input: z.strictObject({}),
  output: z.object({ exports: z.array(operatorHoldExport) }),
  doc: "Exports of legal holds that are kept, those of owners and of operators, oldest first.",
});

export const createHoldExport = operatorOperation({
  name: "createHoldExport",
  method: "POST",
  path: "/organizations/{organization_id}/legal_hold_exports",
  scope: "write",
  input: z.strictObject({ hold_id: z.int() }),
  output: z.object({ export: operatorHoldExport.optional() }),
  doc: "Has a legal hold exported. Operators have one made at a time, and ten kept. A repeated request has nothing in its answer.",
});

export const deleteHoldExport = operatorOperation({
  name: "deleteHoldExport",
  method: "POST",
  path: "/organizations/{organization_id}/delete_legal_hold_export",
  scope: "write",
  input: z.strictObject({ export_id: z.int() }),
  output: z.object({}),
  doc: "Deletes an export of a legal hold that has ended, with its archive.",
});

export const downloadHoldExport = operatorOperation({
  name: "downloadHoldExport",
  method: "GET",
  path: "/organizations/{organization_id}/legal_hold_exports/archive",
  scope: "secrets",
  input: z.strictObject({ export_id: z.coerce.number().int().min(0) }),
  output: z.object({}),
  file: "application/zip",
  doc: "The archive of a finished export of a legal hold.",
});
