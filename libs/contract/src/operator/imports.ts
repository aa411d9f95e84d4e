import { z } from "zod";

import { importRecord } from "../internal/imports.ts";
import { planNames } from "../internal/organization-limits.ts";
import { operatorOperation } from "./operator-operation.ts";

const record = importRecord.shape;

/** Most bytes of an archive in one request. */
export const archivePieceBytes = 8 * 1024 * 1024;

/** An import as the operator sees it. */
export const operatorImport = z.object({
  organization_id: z.int(),
  /** `waiting` for the archive, `checking` it, `running`, `done`, `failed`. */
  state: record.state,
  /** UNIX seconds, as are the other times. */
  requested_at: record.requestedAt,
  finished_at: record.finishedAt,
  failed_at: record.failedAt,
  /** Bytes of the archive that have arrived: the next piece begins there. */
  bytes: record.bytes,
  /** Kind of thing that is being read. */
  kind: record.kind,
  rows: record.rows,
  /** Rows of the whole archive; 0 before it was looked through. */
  all_rows: record.allRows,
  files: record.files,
  all_files: record.allFiles,
  /** Why it failed; empty for none. */
  failure: record.failure,
});

export type OperatorImport = z.infer<typeof operatorImport>;

const one = z.object({ import: operatorImport });

export const createImport = operatorOperation({
  name: "createImport",
  method: "POST",
  path: "/imports",
  scope: "write",
  input: z.strictObject({
    subdomain: z.string().max(63),
    plan: z.enum(planNames).default("self_hosted"),
    allow_reserved: z.boolean().default(false),
    /** True for a copy from which nothing may reach anybody outside. */
    sandbox: z.boolean().default(false),
  }),
  output: z.object({ organization_id: z.int().optional() }),
  doc: "Keeps an address for an organization that is to be taken in from an archive; nobody can log in before it is complete.",
});

export const addImportPiece = operatorOperation({
  name: "addImportPiece",
  method: "POST",
  path: "/organizations/{organization_id}/import/archive",
  scope: "write",
  input: z.strictObject({ offset: z.coerce.number().int().min(0) }),
  output: one,
  takes: { type: "application/octet-stream", maxBytes: archivePieceBytes },
  doc: "Sends bytes of the archive, behind those that have arrived: at most 8 MiB. What has arrived already is passed over.",
});

export const beginImport = operatorOperation({
  name: "beginImport",
  method: "POST",
  path: "/organizations/{organization_id}/import/begin",
  scope: "write",
  input: z.strictObject({
    /** Finished export of this installation, instead of an archive that was sent. */
    from: z.strictObject({ organization_id: z.int(), export_id: z.int() }).optional(),
  }),
  output: z.object({ import: operatorImport.optional() }),
  doc: "Takes the archive in. One that is no export of this product, of an unknown format, or not complete is refused.",
});

export const getImport = operatorOperation({
  name: "getImport",
  method: "GET",
  path: "/organizations/{organization_id}/import",
  scope: "read",
  input: z.strictObject({}),
  output: one,
  doc: "How far an import is, or why it failed.",
});

export const cancelImport = operatorOperation({
  name: "cancelImport",
  method: "POST",
  path: "/organizations/{organization_id}/import/cancel",
  scope: "write",
  input: z.strictObject({}),
  output: z.object({}),
  doc: "Gives up an import that is not done; what came of it is deleted, and the address is free then.",
});
