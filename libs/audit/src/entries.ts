import {
  auditActor,
  type AuditEntry,
  type AuditQuestion,
  type NextAuditEntries,
  type NextAuditQuestion,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import { storedChanges } from "./stored-changes.ts";

const entry = z.object({
  position: z.number(),
  changedAtMs: z.number(),
  actor: auditActor.nullable(),
  operation: z.string(),
  requestId: z.string(),
  changes: storedChanges,
  hash: z.string(),
});

/** Columns of an entry as they are answered. */
const shown = sql.fragment`
  position, (extract(epoch from changed_at) * 1000)::int8 as "changedAtMs", actor, operation,
  request_id as "requestId", changes, encode(hash, 'hex') as hash`;

/** Most bytes of a page as they are stored, compressed: one entry may have as many rows as a request may change. */
const maxStoredBytes = 2_000_000;

const size = z.object({ bytes: z.number() });

/**
 * Lists entries that this service has written, the newest first.
 * @throws BAD_REQUEST when they are too long together to be held in memory, or the kind of thing is no text
 */
export async function listEntries(
  db: Connection,
  { actorId, before, limit, object, operation, realmId, sinceMs }: AuditQuestion,
): Promise<readonly AuditEntry[]> {
  // PostgreSQL takes no half of a surrogate pair as JSON, which would be a mistake of ours.
  if (object?.isWellFormed() === false) throw new AppError("BAD_REQUEST", "Invalid object");
  const conditions = [
    sql.fragment`realm_id = ${realmId}`,
    ...(before === null
      ? []
      : [
          sql.fragment`(changed_at, position) < (${sql.timestamp(new Date(before.changedAtMs))}, ${before.position})`,
        ]),
    ...(sinceMs === null ? [] : [sql.fragment`changed_at >= ${sql.timestamp(new Date(sinceMs))}`]),
    ...(actorId === null ? [] : [sql.fragment`actor @> ${sql.jsonb({ user_id: actorId })}`]),
    ...(operation === null ? [] : [sql.fragment`operation = ${operation}`]),
    ...(object === null ? [] : [sql.fragment`changes @> ${sql.jsonb([{ object }])}`]),
  ];
  const page = sql.fragment`
    from audit_entry
    where ${sql.join(conditions, sql.fragment` and `)}
    order by changed_at desc, position desc
    limit ${limit}`;
  const { bytes } = await db.one(sql.type(size)`
    select coalesce(sum(stored), 0)::int8 as bytes
    from (select pg_column_size(changes) as stored ${page}) sizes`);
  // One that is asked for alone is shown however long it is; it comes with the one after it.
  if (bytes > maxStoredBytes && limit > 2)
    throw new AppError(
      "BAD_REQUEST",
      "These entries are too long together: ask for fewer (limit).",
    );
  return db.any(sql.type(entry)`
    select ${shown} ${page}`);
}

/**
 * Lists entries that this service has written behind a position, the oldest first: as many as may be held in memory,
 * but at least one.
 */
export async function listNextEntries(
  db: Connection,
  { after, limit, realmId }: NextAuditQuestion,
): Promise<NextAuditEntries> {
  const last = await db.maybeOneFirst(sql.type(entry.pick({ position: true }))`
    select position from audit_head where realm_id = ${realmId}`);
  if (last === null || last <= after) return { entries: [], last: last ?? 0 };
  const entries = await db.any(sql.type(entry)`
    select ${shown}
    from (
      select *, row_number() over ordered as place, sum(pg_column_size(changes)) over ordered as stored
      from (
        select * from audit_entry
        where realm_id = ${realmId} and position > ${after} and position <= ${last}
        order by position
        limit ${limit}
      ) page
      window ordered as (order by position)
    ) sized
    where place = 1 or stored <= ${maxStoredBytes}
    order by position`);
  return { entries: [...entries], last };
}
