import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const noticeRow = z.object({ id: z.number(), userIds: z.array(z.number()), content: z.string() });

/** A notice that the notification bot has still to post. */
export type NoticeRow = z.infer<typeof noticeRow>;

/** Has the people told once the transaction is committed. */
export async function insertNotice(
  tx: Transaction,
  realmId: number,
  { content, userIds }: Omit<NoticeRow, "id">,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into notice (realm_id, user_ids, content)
    values (${realmId}, ${sql.array([...userIds], "int8")}, ${content})
  `);
}

const maxAtOnce = 50;

/** Lists the oldest of an organization's notices, in the order in which they were inserted. */
export function listNotices(db: Connection, realmId: number): Promise<readonly NoticeRow[]> {
  return db.any(sql.type(noticeRow)`
    select id, user_ids as "userIds", content from notice where realm_id = ${realmId} order by id limit ${maxAtOnce}
  `);
}

/** Lists organizations in which something is still to be said. */
export function listRealmsWithNotices(db: Connection): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ realmId: z.number() }))`
    select distinct realm_id as "realmId" from notice order by 1 limit 1000
  `);
}

/** Notes that this was said. */
export async function deleteNotice(db: Connection, realmId: number, id: number): Promise<void> {
  await db.query(sql.unsafe`delete from notice where realm_id = ${realmId} and id = ${id}`);
}
