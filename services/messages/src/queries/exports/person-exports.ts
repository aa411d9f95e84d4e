import { type PersonExportRecord, personExportRecord } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { type ExportId, startDue } from "./tries.ts";

const time = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`;

const columns = sql.fragment`id, user_id as "userId", asked_key as "askedKey", state,
  floor(extract(epoch from requested_at))::int8 as "requestedAt", floor(extract(epoch from cut_at))::int8 as "cutAt",
  floor(extract(epoch from coalesce(finished_at, failed_at)))::int8 as "endedAt", tries, kind, rows, files, bytes, failure`;

interface NewPersonExport {
  readonly realmId: number;
  readonly userId: number;
  readonly key: string;
  readonly nowMs: number;
}

/** Notes that a person is to be exported; null when that is being done already. */
export function insertPersonExport(
  tx: Transaction,
  { key, nowMs, realmId, userId }: NewPersonExport,
): Promise<PersonExportRecord | null> {
  return tx.maybeOne(sql.type(personExportRecord)`
    insert into person_export (realm_id, user_id, asked_key, requested_at, due_at)
    values (${realmId}, ${userId}, ${key}, ${time(nowMs)}, ${time(nowMs)})
    on conflict (realm_id, user_id) where state in ('waiting', 'running') do nothing
    returning ${columns}`);
}

/** Lists exports that are kept, oldest first. */
export function listPersonExportRows(
  db: Connection,
  realmId: number,
): Promise<readonly PersonExportRecord[]> {
  return db.any(sql.type(personExportRecord)`
    select ${columns} from person_export where realm_id = ${realmId} order by id`);
}

const exportId = z.object({ realmId: z.number(), id: z.number() });

/** Lists exports that ended before a time. */
export async function listEndedPersonExports(
  db: Connection,
  beforeMs: number,
): Promise<readonly ExportId[]> {
  const rows = await db.any(sql.type(exportId)`
    select realm_id as "realmId", id from person_export
    where state in ('done', 'failed') and coalesce(finished_at, failed_at) < ${time(beforeMs)}
    order by coalesce(finished_at, failed_at) limit 100`);
  return rows.map((row) => ({ ...row, of: "person" as const }));
}

/** Locks an export that has ended; false when there is none. */
export function lockEndedPersonExport(
  tx: Transaction,
  { id, realmId }: Pick<ExportId, "id" | "realmId">,
): Promise<boolean> {
  return tx.exists(sql.unsafe`
    select from person_export
    where realm_id = ${realmId} and id = ${id} and state in ('done', 'failed') for update`);
}

/** Forgets an export that has ended, and whose pieces are gone. */
export async function deletePersonExportRow(
  tx: Transaction,
  { id, realmId }: ExportId,
): Promise<void> {
  await tx.query(sql.unsafe`delete from person_export where realm_id = ${realmId} and id = ${id}`);
}

/** An export of a person that is to be made. */
export interface PersonJob extends ExportId {
  readonly of: "person";
  readonly userId: number;
}

/** Lists exports that may be begun now, also those that others work on. */
export async function listDuePersonExports(
  db: Connection,
  nowMs: number,
): Promise<readonly PersonJob[]> {
  await startDue(db, "person", nowMs);
  const rows = await db.any(sql.type(exportId.extend({ userId: z.number() }))`
    select realm_id as "realmId", id, user_id as "userId" from person_export
    where state = 'running' and due_at <= ${time(nowMs)} order by requested_at limit 100`);
  return rows.map((row) => ({ ...row, of: "person" as const }));
}
