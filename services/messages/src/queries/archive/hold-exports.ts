import { type HoldExportRecord, holdExportRecord } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { type Holder, keyOf, userOf } from "../../values/holder.ts";
import { type ExportId, type ExportTry, isMine, startDue } from "../exports/tries.ts";

const time = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`;

const columns = sql.fragment`id, hold_id as "holdId", asked_by as "askedBy", asked_key as "askedKey", state,
  floor(extract(epoch from requested_at))::int8 as "requestedAt", floor(extract(epoch from cut_at))::int8 as "cutAt",
  floor(extract(epoch from coalesce(finished_at, failed_at)))::int8 as "endedAt", tries, kind, rows, files, bytes, failure,
  root`;

interface NewHoldExport {
  readonly realmId: number;
  readonly by: Holder;
  readonly holdId: number;
  readonly nowMs: number;
}

/** Notes that a hold is to be exported. Needs the lock of `lockHolds`, alone. */
export function insertHoldExport(
  tx: Transaction,
  { by, holdId, nowMs, realmId }: NewHoldExport,
): Promise<HoldExportRecord> {
  return tx.one(sql.type(holdExportRecord)`
    insert into hold_export (realm_id, hold_id, asked_by, asked_key, requested_at, due_at)
    values (${realmId}, ${holdId}, ${userOf(by)}::int8, ${keyOf(by)}::text, ${time(nowMs)}, ${time(nowMs)})
    returning ${columns}`);
}

/** Lists exports that are kept, oldest first. */
export function listHoldExportRows(
  db: Connection,
  realmId: number,
): Promise<readonly HoldExportRecord[]> {
  return db.any(sql.type(holdExportRecord)`
    select ${columns} from hold_export where realm_id = ${realmId} order by id`);
}

/** Lists exports that ended before a time. */
export async function listEndedBefore(
  db: Connection,
  beforeMs: number,
): Promise<readonly ExportId[]> {
  const rows = await db.any(sql.type(z.object({ realmId: z.number(), id: z.number() }))`
    select realm_id as "realmId", id from hold_export
    where state in ('done', 'failed') and coalesce(finished_at, failed_at) < ${time(beforeMs)}
    order by coalesce(finished_at, failed_at) limit 100`);
  return rows.map((row) => ({ ...row, of: "legal_hold" as const }));
}

/** Forgets an export that has ended, and whose pieces are gone. */
export async function deleteHoldExportRow(
  tx: Transaction,
  { id, realmId }: ExportId,
): Promise<void> {
  await tx.query(sql.unsafe`delete from hold_export where realm_id = ${realmId} and id = ${id}`);
}

/** Finds an export. */
export function findHoldExport(
  db: Connection,
  { id, realmId }: Pick<ExportId, "id" | "realmId">,
): Promise<HoldExportRecord | null> {
  return db.maybeOne(sql.type(holdExportRecord)`
    select ${columns} from hold_export where realm_id = ${realmId} and id = ${id}`);
}

/** Locks an export, and finds in which state it is; null when there is none. */
export function lockHoldExport(
  tx: Transaction,
  { id, realmId }: Pick<ExportId, "id" | "realmId">,
): Promise<HoldExportRecord | null> {
  return tx.maybeOne(sql.type(holdExportRecord)`
    select ${columns} from hold_export where realm_id = ${realmId} and id = ${id} for update`);
}

/** Lists exports that may be begun now, also those that others work on. */
export async function listDueHoldExports(
  db: Connection,
  nowMs: number,
): Promise<readonly ExportId[]> {
  await startDue(db, "legal_hold", nowMs);
  const rows = await db.any(sql.type(z.object({ realmId: z.number(), id: z.number() }))`
    select realm_id as "realmId", id from hold_export
    where state = 'running' and due_at <= ${time(nowMs)} order by requested_at limit 100`);
  return rows.map((row) => ({ ...row, of: "legal_hold" as const }));
}

/** Notes what proves an archive, just before it is complete; false when it is somebody else's by now. */
export async function noteRoot(db: Connection, mine: ExportTry, root: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql.unsafe`update hold_export set root = ${root} where ${isMine(mine)}`,
  );
  return rowCount > 0;
}

const signingKey = z.object({ publicKey: z.string(), firstUsedAt: z.number() });

/** Notes that something is signed with a key. */
export async function noteSigningKey(
  db: Connection,
  publicKey: string,
  nowMs: number,
): Promise<void> {
  await db.query(sql.unsafe`
    insert into signing_key (public_key, first_used_at) values (${publicKey}, ${time(nowMs)})
    on conflict do nothing`);
}

/** Lists the keys with which anything was signed, the newest first. */
export function listSigningKeys(db: Connection): Promise<readonly z.output<typeof signingKey>[]> {
  return db.any(sql.type(signingKey)`
    select public_key as "publicKey", floor(extract(epoch from first_used_at))::int8 as "firstUsedAt"
    from signing_key order by first_used_at desc, public_key`);
}
