import { z } from "zod";

import { exportRecord, exportTypes } from "../internal/exports.ts";
import { operatorOperation } from "./operator-operation.ts";

const record = exportRecord.shape;

/** An export as the operator sees it. */
export const operatorExport = z.object({
  id: record.id,
  type: record.type,
  /** User who asked for it; null for an operator. */
  acting_user_id: record.actingUserId,
  state: record.state,
  /** UNIX seconds, as are the other times. */
  requested_at: record.requestedAt,
  /** The moment that it shows. */
  cut_at: record.cutAt,
  finished_at: record.finishedAt,
  failed_at: record.failedAt,
  deleted_at: record.deletedAt,
  /** Number of times that it was begun. */
  tries: record.tries,
  /** Kind of thing that is being written. */
  kind: record.kind,
  rows: record.rows,
  files: record.files,
  bytes: record.bytes,
  failure: record.failure,
});

export type OperatorExport = z.infer<typeof operatorExport>;

export const createExport = operatorOperation({
  name: "createExport",
  method: "POST",
  path: "/organizations/{organization_id}/exports",
  scope: "write",
  input: z.strictObject({ type: z.enum(exportTypes).default("full_without_consent") }),
  output: z.object({ export: operatorExport.optional() }),
  doc: "Has an organization exported; one that is under way already is answered instead. A repeated request has nothing in its answer.",
});

export const getExports = operatorOperation({
  name: "getExports",
  method: "GET",
  path: "/organizations/{organization_id}/exports",
  scope: "read",
  input: z.strictObject({}),
  output: z.object({ exports: z.array(operatorExport) }),
  doc: "All exports of an organization, oldest first, with how far they are.",
});

export const downloadExport = operatorOperation({
  name: "downloadExport",
  method: "GET",
  path: "/organizations/{organization_id}/exports/archive",
  scope: "secrets",
  input: z.strictObject({ export_id: z.coerce.number().int().min(0) }),
  output: z.object({}),
  file: "application/zip",
  doc: "The archive of a finished export.",
});
