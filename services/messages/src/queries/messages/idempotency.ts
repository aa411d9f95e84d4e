import { type Database, type HotPool, sql } from "@team-chat/pg";

/** Time for which a repeated send finds the first. */
const keptFor = "7 days";

interface SendName {
  readonly realmId: number;
  readonly userId: number;
  readonly key: string;
}

/** Finds the message that the user sent under this key, if any. */
export async function findSent(
  hot: HotPool,
  { realmId, userId, key }: SendName,
): Promise<number | null> {
  const { rows } = await hot.query<{ message_id: number }>({
    name: "find-sent",
    text: "select message_id from idempotency where realm_id = $1 and user_id = $2 and key = $3",
    values: [realmId, userId, key],
  });
  return rows[0]?.message_id ?? null;
}

/** Forgets keys of sends that nobody repeats any more. */
export async function deleteOldKeys(db: Database): Promise<void> {
  await db.query(
    sql.unsafe`delete from idempotency where created_at < now() - ${keptFor}::interval`,
  );
}
