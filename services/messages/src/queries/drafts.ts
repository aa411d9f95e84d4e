import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

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

/** What is stored of a draft; `timestamp` is in UNIX seconds. */
export type NewDraft = Omit<DraftRow, "id">;

const columns = sql.fragment`id, type, recipients as "to", topic, content, floor(extract(epoch from edited_at))::int8 as timestamp`;

/** The user's drafts, most recently edited first. */
export function listDrafts(
  db: Connection,
  { realmId, userId }: Owner,
): Promise<readonly DraftRow[]> {
  return db.any(sql.type(draftRow)`
    select ${columns} from draft where realm_id = ${realmId} and user_id = ${userId} order by edited_at desc, id desc`);
}

/** Stores a new draft of the user's and returns it with its id. */
export function insertDraft(
  tx: Transaction,
  { realmId, userId }: Owner,
  draft: NewDraft,
): Promise<DraftRow> {
  return tx.one(sql.type(draftRow)`
    insert into draft (realm_id, user_id, type, recipients, topic, content, edited_at)
    values (${realmId}, ${userId}, ${draft.type}, ${sql.array([...draft.to], "int8")}, ${draft.topic}, ${draft.content},
      to_timestamp(${draft.timestamp}))
    returning ${columns}`);
}

/** Null when the user has no such draft. */
export function updateDraft(
  tx: Transaction,
  { realmId, userId, id }: Owner & { readonly id: number },
  draft: NewDraft,
): Promise<DraftRow | null> {
  return tx.maybeOne(sql.type(draftRow)`
    update draft set type = ${draft.type}, recipients = ${sql.array([...draft.to], "int8")}, topic = ${draft.topic},
      content = ${draft.content}, edited_at = to_timestamp(${draft.timestamp})
    where realm_id = ${realmId} and user_id = ${userId} and id = ${id} returning ${columns}`);
}

/** Null when the user has no such draft. */
export function findDraft(
  db: Connection,
  { realmId, userId, id }: Owner & { readonly id: number },
): Promise<DraftRow | null> {
  return db.maybeOne(sql.type(draftRow)`
    select ${columns} from draft where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`);
}

/** Whether there was such a draft of the user's. */
export async function deleteDraft(
  tx: Transaction,
  { realmId, userId, id }: Owner & { readonly id: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql.unsafe`delete from draft where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`,
  );
  return rowCount > 0;
}
