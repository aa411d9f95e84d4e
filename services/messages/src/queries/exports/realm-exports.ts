import { type ExportType, exportTypes } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { FileStorage } from "../../values/file-store.ts";

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

/** An export that is to be made. */
export type ExportJob = z.infer<typeof job>;

/**
 * Lists exports that may be begun now, also those that others work on. From now on no file of theirs is removed, so
 * that what a later snapshot shows is there.
 */
export async function listDueExports(db: Connection, nowMs: number): Promise<readonly ExportJob[]> {
  await db.query(sql.unsafe`
    update realm_export set state = 'running' where state = 'waiting' and due_at <= ${time(nowMs)}`);
  return db.any(sql.type(job)`
    select realm_id as "realmId", id, type from realm_export
    where state = 'running' and due_at <= ${time(nowMs)} order by requested_at limit 100`);
}

/** An export, as the process that makes it knows it: once another has begun it, that is the one. */
export interface ExportTry extends ExportJob {
  readonly tries: number;
}

const isMine = ({ id, realmId, tries }: ExportTry) =>
  sql.fragment`realm_id = ${realmId} and id = ${id} and tries = ${tries} and state = 'running'`;

/** Begins an export, or begins it anew; null when that is not to be done any more. */
export async function beginTry(
  db: Connection,
  { cutAtMs, job: { id, realmId, type } }: { readonly job: ExportJob; readonly cutAtMs: number },
): Promise<ExportTry | null> {
  const tries = await db.maybeOneFirst(sql.type(z.object({ tries: z.number() }))`
    update realm_export set tries = tries + 1, cut_at = ${time(cutAtMs)}, kind = '', rows = 0, files = 0, bytes = 0
    where realm_id = ${realmId} and id = ${id} and state = 'running' returning tries`);
  return tries === null ? null : { realmId, id, type, tries };
}

/** Puts an export off after it failed, or was interrupted, which does not count. */
export async function putOff(
  db: Connection,
  mine: ExportTry,
  { dueMs, failure, counts }: { dueMs: number; failure: string; counts: boolean },
): Promise<void> {
  await db.query(sql.unsafe`
    update realm_export set due_at = ${time(dueMs)}, failure = ${failure}, tries = tries - ${counts ? 0 : 1}
    where ${isMine(mine)}`);
}

/** Amounts of an archive so far. */
export interface ExportProgress {
  readonly kind: string;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
}

/** Notes how far it has come; false when it is somebody else's by now. */
export async function noteProgress(
  db: Connection,
  mine: ExportTry,
  { bytes, files, kind, rows }: ExportProgress,
): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update realm_export set kind = ${kind}, rows = ${rows}, files = ${files}, bytes = ${bytes} where ${isMine(mine)}`);
  return rowCount > 0;
}

/** Ends an export; false when it is somebody else's by now. */
export async function endTry(
  tx: Transaction,
  mine: ExportTry,
  { failure, nowMs }: { readonly failure: string; readonly nowMs: number },
): Promise<boolean> {
  const outcome =
    failure === ""
      ? sql.fragment`state = 'done', finished_at = ${time(nowMs)}, kind = '', failure = ''`
      : sql.fragment`state = 'failed', failed_at = ${time(nowMs)}, failure = ${failure}`;
  const { rowCount } = await tx.query(
    sql.unsafe`update realm_export set ${outcome} where ${isMine(mine)}`,
  );
  return rowCount > 0;
}

const part = z.object({
  pathId: z.string(),
  place: z.enum(["disk", "s3", "database"]),
  size: z.number(),
});

/** A piece of an archive. */
export interface ExportPart {
  readonly pathId: string;
  readonly place: FileStorage;
  readonly size: number;
}

/** Adds a piece behind the others; false when the export is somebody else's by now. */
export async function insertPart(
  tx: Transaction,
  mine: ExportTry,
  { number, pathId, place, size }: ExportPart & { readonly number: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    insert into export_part (realm_id, export_id, number, path_id, place, size)
    select realm_id, id, ${number}, ${pathId}, ${place}, ${size} from realm_export where ${isMine(mine)} for update`);
  return rowCount > 0;
}

/** Lists the pieces of an archive in their order. */
export function listParts(
  db: Connection,
  { id, realmId }: { readonly realmId: number; readonly id: number },
): Promise<readonly ExportPart[]> {
  return db.any(sql.type(part)`
    select path_id as "pathId", place, size from export_part
    where realm_id = ${realmId} and export_id = ${id} order by number`);
}

/** Forgets the pieces of an archive; their bytes are removed soon. */
export async function deleteParts(
  db: Connection,
  { id, nowMs, realmId }: { readonly realmId: number; readonly id: number; readonly nowMs: number },
): Promise<void> {
  await db.query(sql.unsafe`
    with gone as (delete from export_part where realm_id = ${realmId} and export_id = ${id} returning path_id, place)
    insert into file_removal (realm_id, path_id, place, remove_at)
    select ${realmId}, path_id, place, ${time(nowMs)} from gone`);
}
