// See docs/subsystems/messages.md.
import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

interface Move {
  readonly realmId: number;
  readonly ids: readonly number[];
  /** Recipients before and after. */
  readonly from: number;
  readonly to: number;
}

const userRow = z.object({ userId: z.number() });
const readRow = z.object({ userIds: z.array(z.number()), messages: z.array(z.number()) });

/** Messages, ascending, that became read for these users. */
export type ReadBy = z.infer<typeof readRow>;

/** Locks recipients in the order in which sending locks them. */
export async function lockRecipients(
  tx: Transaction,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.query(sql.unsafe`
    select id from recipient where realm_id = ${realmId} and id = any(${sql.array([...ids], "int8")}) order by id for update`);
}

/** Lists the users who received one of the messages or have flags of one. To be asked before the move. */
export function listHolders(
  tx: Transaction,
  { realmId, ids, from }: Move,
): Promise<readonly number[]> {
  return tx.anyFirst(sql.type(userRow)`
    select user_id as "userId" from user_recipient
    where realm_id = ${realmId} and recipient_id = ${from} and received && ${ranges(ids)}
    union
    select user_id from user_message where realm_id = ${realmId} and message_id = any(${sql.array([...ids], "int8")})`);
}

/**
 * Gives what users received and read of the messages a place under the new recipient. Of `keepers` what they received
 * stays received, and what they had not read stays unread where they are `subscribers`; other subscribers of the new
 * channel find the messages read. Needs the locks of `lockRecipients`.
 * @returns what was unread for keepers who are no subscribers, and is read now
 */
export async function moveRanges(
  tx: Transaction,
  { realmId, ids, from, to }: Move,
  { keepers, subscribers }: { keepers: readonly number[]; subscribers: readonly number[] },
): Promise<readonly ReadBy[]> {
  const kept = sql.array([...keepers], "int8");
  const subscribed = sql.array([...subscribers], "int8");
  await tx.query(sql.unsafe`
    update user_recipient set read = read + ${ranges(ids)}
    where realm_id = ${realmId} and recipient_id = ${to} and user_id = any(${subscribed})`);
  return tx.any(sql.type(readRow)`
    with moved as (
    insert into user_recipient as kept (realm_id, user_id, recipient_id, received, read)
    select ${realmId}, before.user_id, ${to}, before.received * ${ranges(ids)},
      case when before.user_id = any(${subscribed}) then before.read * ${ranges(ids)} else ${ranges(ids)} end
    from user_recipient before
    where before.realm_id = ${realmId} and before.recipient_id = ${from} and before.user_id = any(${kept})
      and before.received && ${ranges(ids)}
    on conflict (realm_id, user_id, recipient_id) do update
      set received = kept.received + excluded.received, read = (kept.read - excluded.received) + excluded.read
    ), missed as (
      select before.user_id, json_agg(id order by id)::text as ids
      from user_recipient before join unnest(${sql.array([...ids], "int8")}) as id on before.received @> id and not before.read @> id
      where before.realm_id = ${realmId} and before.recipient_id = ${from}
        and before.user_id = any(${kept}) and not before.user_id = any(${subscribed})
      group by before.user_id
    )
    select json_agg(user_id order by user_id) as "userIds", ids::json as messages from missed group by ids`);
}

/** Flags of messages that these users may not read any more. */
export async function deleteFlagsOf(
  tx: Transaction,
  { realmId, ids }: Pick<Move, "realmId" | "ids">,
  userIds: readonly number[],
): Promise<void> {
  await tx.query(sql.unsafe`
    delete from user_message where realm_id = ${realmId} and message_id = any(${sql.array([...ids], "int8")})
      and user_id = any(${sql.array([...userIds], "int8")})`);
}

function ranges(ids: readonly number[]) {
  return sql.fragment`(select coalesce(range_agg(int8range(id, id + 1)), '{}') from unnest(${sql.array([...ids], "int8")}) as id)`;
}
