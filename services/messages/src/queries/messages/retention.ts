import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { Cutoffs } from "../../values/cutoffs.ts";

const realmRow = z.object({ realmId: z.number() });

interface Turn {
  readonly now: Date;
  readonly nextAt: Date;
}

/** Lists the realms whose turn is due longest, so many at most. */
export function listDue(db: Connection, now: Date, limit: number): Promise<readonly number[]> {
  return db.anyFirst(sql.type(realmRow)`
    select realm_id as "realmId" from retention_turn where due_at <= ${now.toISOString()}::timestamptz
    order by due_at, realm_id limit ${limit}`);
}

/** Takes those turns of these realms that are due still, which nobody else gets then; the next ones are at `nextAt`. */
export function claimTurns(
  db: Connection,
  realmIds: readonly number[],
  { nextAt, now }: Turn,
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(realmRow)`
    update retention_turn set due_at = ${nextAt.toISOString()}::timestamptz
    where realm_id in (
      select realm_id from retention_turn
      where realm_id = any(${sql.array([...realmIds], "int8")}) and due_at <= ${now.toISOString()}::timestamptz
      for update skip locked
    )
    returning realm_id as "realmId"`);
}

/** Has the realm look through again, after those that wait longer. */
export async function repeatTurn(db: Connection, realmId: number, dueAt: Date): Promise<void> {
  await db.query(sql.unsafe`
    update retention_turn set due_at = ${dueAt.toISOString()}::timestamptz where realm_id = ${realmId}`);
}

const recipientRow = z.object({
  id: z.number(),
  channelId: z.number().nullable(),
  participants: z.array(z.number()).nullable(),
});

/** A channel or conversation. */
export type RetainedRecipient = z.output<typeof recipientRow>;

const maxRecipients = 1000;

/**
 * Lists the next channels and conversations whose oldest message has expired, by id; one index probe for each that is
 * looked at.
 */
export function listExpired(
  db: Connection,
  of: { readonly realmId: number; readonly afterId: number },
  cutoffs: Cutoffs,
): Promise<readonly RetainedRecipient[]> {
  const channels = cutoffs.channels.map(({ before, channelId }) => [
    channelId,
    before.toISOString(),
  ]);
  return db.any(sql.type(recipientRow)`
    with policy as (
      select * from ${sql.unnest(channels, ["int8", "timestamptz"])} as given(channel_id, before)
    )
    select recipient.id, recipient.channel_id as "channelId", to_json(recipient.participants) as participants
    from recipient left join policy on policy.channel_id = recipient.channel_id
    where recipient.realm_id = ${of.realmId} and recipient.id > ${of.afterId}
      and (policy.before is not null or recipient.channel_id is null and ${cutoffs.direct !== null})
      and (
        select sent_at from message where message.realm_id = ${of.realmId} and message.recipient_id = recipient.id
        order by message.id limit 1
      ) < coalesce(policy.before, ${cutoffs.direct?.toISOString() ?? null}::timestamptz)
    order by recipient.id limit ${maxRecipients}`);
}

const messageRow = z.object({ id: z.number(), topic: z.string() });

/**
 * Locks the oldest messages of a place that were sent before the time, ascending; those that others have locked are
 * left to them.
 */
export function lockExpired(
  tx: Transaction,
  { before, realmId, recipientId }: { realmId: number; recipientId: number; before: Date },
  limit: number,
): Promise<readonly z.output<typeof messageRow>[]> {
  return tx.any(sql.type(messageRow)`
    select id, topic from message where realm_id = ${realmId} and id in (
      select id from (
        select id, sent_at from message where realm_id = ${realmId} and recipient_id = ${recipientId} order by id limit ${limit}
      ) as oldest where sent_at < ${before.toISOString()}::timestamptz
    )
    order by id for update skip locked`);
}
