import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { FileStorage } from "../../values/file-store.ts";

/** Tables of what is exported, and of the pieces of its archives. */
const tables = {
  organization: { exports: "realm_export", parts: "export_part" },
  legal_hold: { exports: "hold_export", parts: "hold_export_part" },
  person: { exports: "person_export", parts: "person_export_part" },
} as const;

const exportsOf = ({ of }: ExportId) => sql.identifier([tables[of].exports]);
const partsOf = ({ of }: ExportId) => sql.identifier([tables[of].parts]);
const time = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`;

/** An export of an organization, of a legal hold, or of one person. */
export interface ExportId {
  readonly of: keyof typeof tables;
  readonly realmId: number;
  readonly id: number;
}

/** An export, as the process that makes it knows it: once another has begun it, that is the one. */
export interface ExportTry extends ExportId {
  readonly tries: number;
}

/** Writes the condition that an export is still made by whoever has begun it. */
export const isMine = ({ id, realmId, tries }: ExportTry) =>
  sql.fragment`realm_id = ${realmId} and id = ${id} and tries = ${tries} and state = 'running'`;

/**
 * Has exports that are due count as running, also those that nobody has begun. From now on no file of theirs is
 * removed, so that what a later snapshot shows is there.
 */
export async function startDue(db: Connection, of: ExportId["of"], nowMs: number): Promise<void> {
  await db.query(sql.unsafe`
    update ${sql.identifier([tables[of].exports])} set state = 'running'
    where state = 'waiting' and due_at <= ${time(nowMs)}`);
}

/** Begins an export, or begins it anew; null when that is not to be done any more. */
export async function beginTry(
  db: Connection,
  { cutAtMs, job }: { readonly job: ExportId; readonly cutAtMs: number },
): Promise<ExportTry | null> {
  const { id, of, realmId } = job;
  const tries = await db.maybeOneFirst(sql.type(z.object({ tries: z.number() }))`
    update ${exportsOf(job)}
    set tries = tries + 1, cut_at = ${time(cutAtMs)}, kind = '', rows = 0, files = 0, bytes = 0
    where realm_id = ${realmId} and id = ${id} and state = 'running' returning tries`);
  return tries === null ? null : { of, realmId, id, tries };
}

/** Puts an export off after it failed, or was interrupted, which does not count. */
export async function putOff(
  db: Connection,
  mine: ExportTry,
  { dueMs, failure, counts }: { dueMs: number; failure: string; counts: boolean },
): Promise<void> {
  await db.query(sql.unsafe`
    update ${exportsOf(mine)}
    set due_at = ${time(dueMs)}, failure = ${failure}, tries = tries - ${counts ? 0 : 1}
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
    update ${exportsOf(mine)} set kind = ${kind}, rows = ${rows}, files = ${files}, bytes = ${bytes}
    where ${isMine(mine)}`);
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
    sql.unsafe`update ${exportsOf(mine)} set ${outcome} where ${isMine(mine)}`,
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
    insert into ${partsOf(mine)} (realm_id, export_id, number, path_id, place, size)
    select realm_id, id, ${number}, ${pathId}, ${place}, ${size} from ${exportsOf(mine)}
    where ${isMine(mine)} for update`);
  return rowCount > 0;
}

/** Lists the pieces of the archive of a finished export in their order; null when there is none. */
export async function listParts(
  db: Connection,
  exported: ExportId,
): Promise<readonly ExportPart[] | null> {
  const { id, realmId } = exported;
  const isDone = await db.exists(sql.unsafe`
    select from ${exportsOf(exported)} where realm_id = ${realmId} and id = ${id} and state = 'done'`);
  if (!isDone) return null;
  return db.any(sql.type(part)`
    select path_id as "pathId", place, size from ${partsOf(exported)}
    where realm_id = ${realmId} and export_id = ${id} order by number`);
}

/** Forgets the pieces of an archive; their bytes are removed soon. */
export async function deleteParts(
  db: Connection,
  exported: ExportId,
  nowMs: number,
): Promise<void> {
  const { id, realmId } = exported;
  await db.query(sql.unsafe`
    with gone as (
      delete from ${partsOf(exported)} where realm_id = ${realmId} and export_id = ${id} returning path_id, place
    )
    insert into file_removal (realm_id, path_id, place, remove_at)
    select ${realmId}, path_id, place, ${time(nowMs)} from gone`);
}
