import { type ExportType, exportTypes } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { type ExportId, startDue } from "./tries.ts";

const seconds = (column: string) =>
  sql.fragment`floor(extract(epoch from ${sql.identifier([column])}))::int8`;

const exportRow = z.object({
  id: z.number(),
  type: z.enum(exportTypes),
  actingUserId: z.number().nullable(),
  state: z.enum(["waiting", "running", "done", "failed", "deleted"]),
  requestedAt: z.number(),
  cutAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  failedAt: z.number().nullable(),
  deletedAt: z.number().nullable(),
  tries: z.number(),
  kind: z.string(),
  rows: z.number(),
  files: z.number(),
  bytes: z.number(),
  failure: z.string(),
});

/** An export with what became of it so far; times are UNIX seconds. */
export type ExportRow = z.infer<typeof exportRow>;

const columns = sql.fragment`id, type, acting_user_id as "actingUserId", state, ${seconds("requested_at")} as "requestedAt",
  ${seconds("cut_at")} as "cutAt", ${seconds("finished_at")} as "finishedAt", ${seconds("failed_at")} as "failedAt",
  ${seconds("deleted_at")} as "deletedAt", tries, kind, rows, files, bytes, failure`;

const time = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`;

interface NewExport {
  readonly realmId: number;
  readonly type: ExportType;
  readonly actingUserId: number | null;
  readonly nowMs: number;
}

/** Notes that an organization is to be exported; null when it is being exported already. */
export function insertExport(
  db: Connection,
  { actingUserId, nowMs, realmId, type }: NewExport,
): Promise<ExportRow | null> {
  return db.maybeOne(sql.type(exportRow)`
    insert into realm_export (realm_id, type, acting_user_id, requested_at, due_at)
    values (${realmId}, ${type}, ${actingUserId}, ${time(nowMs)}, ${time(nowMs)})
    on conflict (realm_id) where state in ('waiting', 'running') do nothing
    returning ${columns}`);
}

/** Lists all exports of an organization, oldest first. */
export function listExportRows(db: Connection, realmId: number): Promise<readonly ExportRow[]> {
  return db.any(sql.type(exportRow)`
    select ${columns} from realm_export where realm_id = ${realmId} order by id`);
}

const exportId = z.object({ realmId: z.number(), id: z.number() });

/** Lists exports of which the archives were finished before a time. */
export function listFinishedBefore(
  db: Connection,
  beforeMs: number,
): Promise<readonly z.infer<typeof exportId>[]> {
  return db.any(sql.type(exportId)`
    select realm_id as "realmId", id from realm_export
    where state = 'done' and finished_at < ${time(beforeMs)} order by finished_at limit 100`);
}

/** Notes that the archive of a finished export is gone; false when there is none. */
export async function endArchive(
  tx: Transaction,
  { id, nowMs, realmId }: z.infer<typeof exportId> & { readonly nowMs: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    update realm_export set state = 'deleted', deleted_at = ${time(nowMs)}
    where realm_id = ${realmId} and id = ${id} and state = 'done'`);
  return rowCount > 0;
}

/** Finds an export of the organization. */
export function findExport(
  db: Connection,
  { id, realmId }: { readonly realmId: number; readonly id: number },
): Promise<ExportRow | null> {
  return db.maybeOne(sql.type(exportRow)`
    select ${columns} from realm_export where realm_id = ${realmId} and id = ${id}`);
}

const job = z.object({ realmId: z.number(), id: z.number(), type: z.enum(exportTypes) });

/** An export of an organization that is to be made. */
export interface ExportJob extends ExportId {
  readonly of: "organization";
  readonly type: ExportType;
}

/** Lists exports that may be begun now, also those that others work on. */
export async function listDueExports(db: Connection, nowMs: number): Promise<readonly ExportJob[]> {
  await startDue(db, "organization", nowMs);
  const rows = await db.any(sql.type(job)`
    select realm_id as "realmId", id, type from realm_export
    where state = 'running' and due_at <= ${time(nowMs)} order by requested_at limit 100`);
  return rows.map((row) => ({ ...row, of: "organization" as const }));
}
