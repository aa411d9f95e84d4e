import { noticeTarget } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { Notice } from "../values/notice.ts";

const row = z.object({
  id: z.number(),
  to: noticeTarget,
  content: z.string(),
  readBy: z.array(z.number()),
});

/** A notice that was not said yet. */
export type NoticeRow = z.output<typeof row>;

/** Notes what is to be said, in this order. */
export async function insertNotices(
  tx: Transaction,
  realmId: number,
  notices: readonly Notice[],
): Promise<void> {
  const rows = notices.map(({ content, readBy, to }, i) => [
    i,
    JSON.stringify(to),
    content,
    JSON.stringify(readBy),
  ]);
  await tx.query(sql.unsafe`
    insert into notice (realm_id, target, content, read_by)
    select ${realmId}, target::jsonb, content, read_by::jsonb from (
      select * from ${sql.unnest(rows, ["int4", "text", "text", "text"])} as given(position, target, content, read_by)
      order by position
    ) as given`);
}

const maxAtOnce = 50;

/** Lists the oldest notices of a realm that were not said yet. */
export function listNotices(db: Connection, realmId: number): Promise<readonly NoticeRow[]> {
  return db.any(sql.type(row)`
    select id, target as to, content, read_by as "readBy" from notice where realm_id = ${realmId}
    order by id limit ${maxAtOnce}`);
}

/** Realms in which something is still to be said. */
export function listRealmsWithNotices(db: Connection): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ realmId: z.number() }))`
    select distinct realm_id as "realmId" from notice order by 1 limit 1000`);
}

/** Forgets notices that were said. */
export async function deleteNotices(
  db: Connection,
  of: { readonly realmId: number; readonly ids: readonly number[] },
): Promise<void> {
  if (of.ids.length === 0) return;
  await db.query(sql.unsafe`
    delete from notice where realm_id = ${of.realmId} and id = any(${sql.array(of.ids, "int8")})`);
}
