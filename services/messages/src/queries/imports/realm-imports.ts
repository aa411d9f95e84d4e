import { importMove } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { FileStorage } from "../../values/file-store.ts";

const seconds = (column: string) =>
  sql.fragment`floor(extract(epoch from ${sql.identifier([column])}))::int8`;
const time = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`;

/** Place in which the organization is to be. */
const target = z.object({ url: z.string(), key: z.string(), sandbox: z.boolean() });

/** Content of an archive in numbers, and by what its ids change. */
const plan = z.object({
  move: importMove,
  /** Rows of each kind. */
  counts: z.record(z.string(), z.int()),
  rows: z.int(),
  files: z.int(),
});

export type ImportPlan = z.infer<typeof plan>;

const importRow = z.object({
  realmId: z.number(),
  state: z.enum(["waiting", "checking", "running", "done", "failed"]),
  requestedAt: z.number(),
  tries: z.number(),
  bytes: z.number(),
  source: z.object({ realmId: z.number(), exportId: z.number() }).nullable(),
  target: target.nullable(),
  plan: plan.nullable(),
  kind: z.string(),
  kindRows: z.number(),
  rows: z.number(),
  files: z.number(),
  finishedAt: z.number().nullable(),
  failedAt: z.number().nullable(),
  failure: z.string(),
});

/** An import with how far it is; times are UNIX seconds. */
export type ImportRow = z.infer<typeof importRow>;

const columns = sql.fragment`realm_id as "realmId", state, ${seconds("requested_at")} as "requestedAt", tries, bytes,
  case when source_realm_id is not null
    then jsonb_build_object('realmId', source_realm_id, 'exportId', source_export_id) end as source,
  target, plan, kind, kind_rows as "kindRows", rows, files, ${seconds("finished_at")} as "finishedAt",
  ${seconds("failed_at")} as "failedAt", failure`;

/** Finds the import of an organization. */
export function findImportRow(db: Connection, realmId: number): Promise<ImportRow | null> {
  return db.maybeOne(sql.type(importRow)`
    select ${columns} from realm_import where realm_id = ${realmId}`);
}

interface At {
  readonly realmId: number;
  readonly nowMs: number;
}

/** Locks the import of an organization, which is made when it is missing. */
export async function lockImport(tx: Transaction, { nowMs, realmId }: At): Promise<ImportRow> {
  await tx.query(sql.unsafe`
    insert into realm_import (realm_id, requested_at) values (${realmId}, ${time(nowMs)}) on conflict do nothing`);
  return tx.one(sql.type(importRow)`
    select ${columns} from realm_import where realm_id = ${realmId} for update`);
}

/** A piece of an archive that arrives. */
export interface ImportPart {
  readonly pathId: string;
  readonly place: FileStorage;
  readonly size: number;
}

/** Adds a piece behind the others. Needs the lock of `lockImport`. */
export async function insertImportPart(
  tx: Transaction,
  realmId: number,
  { pathId, place, size }: ImportPart,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into import_part (realm_id, path_id, place, size) values (${realmId}, ${pathId}, ${place}, ${size})`);
  await tx.query(sql.unsafe`
    update realm_import set bytes = bytes + ${size} where realm_id = ${realmId}`);
}

const part = z.object({
  pathId: z.string(),
  place: z.enum(["disk", "s3", "database"]),
  size: z.number(),
});

/** Lists the pieces of an archive in their order. */
export function listImportParts(db: Connection, realmId: number): Promise<readonly ImportPart[]> {
  return db.any(sql.type(part)`
    select path_id as "pathId", place, size from import_part where realm_id = ${realmId} order by number`);
}

/** Forgets the pieces of an archive; their bytes are removed soon. */
export async function deleteImportParts(tx: Transaction, { nowMs, realmId }: At): Promise<void> {
  await tx.query(sql.unsafe`
    with gone as (delete from import_part where realm_id = ${realmId} returning path_id, place)
    insert into file_removal (realm_id, path_id, place, remove_at)
    select ${realmId}, path_id, place, ${time(nowMs)} from gone`);
}

interface Begun extends At {
  readonly source: { readonly realmId: number; readonly exportId: number } | null;
  readonly target: z.infer<typeof target>;
}

/** Begins an import. Needs the lock of `lockImport`. */
export async function beginImportRow(
  tx: Transaction,
  { nowMs, realmId, source, target: to }: Begun,
): Promise<void> {
  await tx.query(sql.unsafe`
    update realm_import set state = 'checking', due_at = ${time(nowMs)}, target = ${JSON.stringify(to)}::jsonb,
      source_realm_id = ${source?.realmId ?? null}, source_export_id = ${source?.exportId ?? null}
    where realm_id = ${realmId}`);
}

/** Lists organizations of which the import may go on now, also those that others work on. */
export function listDueImports(db: Connection, nowMs: number): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ realmId: z.number() }))`
    select realm_id as "realmId" from realm_import
    where state in ('checking', 'running') and due_at <= ${time(nowMs)} order by due_at limit 100`);
}

/** Goes on with an import; null when that is not to be done any more. */
export function beginImportTry(db: Connection, realmId: number): Promise<ImportRow | null> {
  return db.maybeOne(sql.type(importRow)`
    update realm_import set tries = tries + 1
    where realm_id = ${realmId} and state in ('checking', 'running') returning ${columns}`);
}

/** Takes a try back that was interrupted, which does not count. */
export async function withdrawImportTry(db: Connection, realmId: number): Promise<void> {
  await db.query(sql.unsafe`
    update realm_import set tries = greatest(tries - 1, 0) where realm_id = ${realmId}`);
}

/** Keeps what an archive has; from now on its rows are taken in. False when the import was given up. */
export async function keepPlan(
  db: Connection,
  realmId: number,
  planned: ImportPlan,
): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update realm_import set state = 'running', tries = 0, plan = ${JSON.stringify(planned)}::jsonb
    where realm_id = ${realmId} and state = 'checking'`);
  return rowCount > 0;
}

/** Amount that a page brought. */
export interface ImportProgress {
  readonly realmId: number;
  readonly kind: string;
  /** Rows of the kind so far. */
  readonly kindRows: number;
  readonly rows: number;
  readonly files: number;
}

/** Notes how far an import is; false when it was given up. */
export async function noteImported(
  db: Connection,
  { files, kind, kindRows, realmId, rows }: ImportProgress,
): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update realm_import set kind = ${kind}, kind_rows = ${kindRows}, rows = rows + ${rows}, files = files + ${files},
      tries = 0, failure = ''
    where realm_id = ${realmId} and state = 'running'`);
  return rowCount > 0;
}

/** Puts an import off after something failed. */
export async function putOffImport(
  db: Connection,
  { dueMs, failure, realmId }: { realmId: number; dueMs: number; failure: string },
): Promise<void> {
  await db.query(sql.unsafe`
    update realm_import set due_at = ${time(dueMs)}, failure = ${failure}
    where realm_id = ${realmId} and state in ('checking', 'running')`);
}

interface Ended extends At {
  /** Empty when nothing failed. */
  readonly failure: string;
}

/** Ends an import that is not over; false when it is. */
export async function endImportRow(
  db: Connection,
  { failure, nowMs, realmId }: Ended,
): Promise<boolean> {
  const outcome =
    failure === ""
      ? sql.fragment`state = 'done', finished_at = ${time(nowMs)}`
      : sql.fragment`state = 'failed', failed_at = ${time(nowMs)}`;
  const { rowCount } = await db.query(sql.unsafe`
    update realm_import set ${outcome}, kind = '', failure = ${failure}, target = null, plan = jsonb_set(plan, '{move,key}', '""')
    where realm_id = ${realmId} and state not in ('done', 'failed')`);
  return rowCount > 0;
}
