import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { lockKept } from "../messages/lock-kept.ts";

/** A draft without its user. */
export const draftRow = z.object({
  id: z.number(),
  type: z.enum(["", "stream", "private"]),
  to: z.array(z.number()),
  topic: z.string(),
  content: z.string(),
  timestamp: z.number(),
});

export type DraftRow = z.infer<typeof draftRow>;

interface Owner {
  readonly realmId: number;
  readonly userId: number;
}

/** A draft to be stored; `timestamp` is in UNIX seconds. */
export type NewDraft = Omit<DraftRow, "id">;

/** Columns of `draftRow`. */
export const draftColumns = sql.fragment`id, type, recipients as "to", topic, content, floor(extract(epoch from edited_at))::int8 as timestamp`;

/** Lists the user's drafts, most recently edited first. */
export function listDrafts(
  db: Connection,
  { realmId, userId }: Owner,
): Promise<readonly DraftRow[]> {
  return db.any(sql.type(draftRow)`
    select ${draftColumns} from draft where realm_id = ${realmId} and user_id = ${userId} order by edited_at desc, id desc`);
}

/** Stores new drafts of the user's, all by one statement, and returns them with their ids in the same order. */
export async function insertDrafts(
  tx: Transaction,
  { realmId, userId }: Owner,
  drafts: readonly NewDraft[],
): Promise<readonly DraftRow[]> {
  const given = drafts.map(({ type, to, topic, content, timestamp }) => [
    type,
    `{${to.join(",")}}`,
    topic,
    content,
    timestamp,
  ]);
  const rows = await tx.any(sql.type(draftRow)`
    insert into draft (realm_id, user_id, type, recipients, topic, content, edited_at)
    select ${realmId}, ${userId}, type, recipients::int8[], topic, content, to_timestamp(edited_at)
    from ${sql.unnest(given, ["text", "text", "text", "text", "float8"])} with ordinality
      as given(type, recipients, topic, content, edited_at, place)
    order by place
    returning ${draftColumns}`);
  return rows.toSorted((a, b) => a.id - b.id);
}

/** Counts the user's drafts; until the end of the transaction nobody else adds any. */
export async function countDrafts(tx: Transaction, owner: Owner): Promise<number> {
  await lockKept(tx, owner);
  return tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from draft where realm_id = ${owner.realmId} and user_id = ${owner.userId}`);
}

/** Finds a draft; null when the user has no such draft. */
export function updateDraft(
  tx: Transaction,
  { realmId, userId, id }: Owner & { readonly id: number },
  draft: NewDraft,
): Promise<DraftRow | null> {
  return tx.maybeOne(sql.type(draftRow)`
    update draft set type = ${draft.type}, recipients = ${sql.array([...draft.to], "int8")}, topic = ${draft.topic},
      content = ${draft.content}, edited_at = to_timestamp(${draft.timestamp})
    where realm_id = ${realmId} and user_id = ${userId} and id = ${id} returning ${draftColumns}`);
}

/** Finds a draft; null when the user has no such draft. */
export function findDraft(
  db: Connection,
  { realmId, userId, id }: Owner & { readonly id: number },
): Promise<DraftRow | null> {
  return db.maybeOne(sql.type(draftRow)`
    select ${draftColumns} from draft where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`);
}

/** Deletes a draft; tells whether the user had it. */
export async function deleteDraft(
  tx: Transaction,
  { realmId, userId, id }: Owner & { readonly id: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql.unsafe`delete from draft where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`,
  );
  return rowCount > 0;
}
