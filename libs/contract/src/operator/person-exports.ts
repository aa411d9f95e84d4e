import { z } from "zod";

import { personExportRecord } from "../internal/person-exports.ts";
import { operatorOperation } from "./operator-operation.ts";
import { text } from "./text.ts";

const record = personExportRecord.shape;

/** An export of one person's data as the operator sees it. */
export const operatorPersonExport = z.object({
  id: record.id,
  user_id: record.userId,
  asked_with_key: record.askedKey,
  state: record.state,
  /** UNIX seconds, as are the other times. */
  asked_at: record.requestedAt,
  /** The moment that it shows. */
  cut_at: record.cutAt,
  ended_at: record.endedAt,
  /** Number of times that it was begun. */
  tries: record.tries,
  /** Kind of thing that is being written. */
  kind: record.kind,
  rows: record.rows,
  files: record.files,
  bytes: record.bytes,
  failure: record.failure,
});

export type OperatorPersonExport = z.infer<typeof operatorPersonExport>;

export const getPersonExports = operatorOperation({
  name: "getPersonExports",
  method: "GET",
  path: "/organizations/{organization_id}/person_exports",
  scope: "read",
  input: z.strictObject({}),
  output: z.object({ exports: z.array(operatorPersonExport) }),
  doc: "Exports of people that are kept, oldest first, with how far they are.",
});

export const createPersonExport = operatorOperation({
  name: "createPersonExport",
  method: "POST",
  path: "/organizations/{organization_id}/person_exports",
  scope: "write",
  input: z.strictObject({ email: text(254) }),
  output: z.object({ export: operatorPersonExport.optional() }),
  doc: "Has everything of one person exported; an export of theirs that is under way already is answered instead. A repeated request has nothing in its answer.",
});

export const deletePersonExport = operatorOperation({
  name: "deletePersonExport",
  method: "POST",
  path: "/organizations/{organization_id}/delete_person_export",
  scope: "write",
  input: z.strictObject({ export_id: z.int() }),
  output: z.object({}),
  doc: "Deletes an export of a person that has ended, with its archive.",
});

export const downloadPersonExport = operatorOperation({
  name: "downloadPersonExport",
  method: "GET",
  path: "/organizations/{organization_id}/person_exports/archive",
  scope: "secrets",
  input: z.strictObject({ export_id: z.coerce.number().int().min(0) }),
  output: z.object({}),
  file: "application/zip",
  doc: "The archive of a finished export of a person.",
});
