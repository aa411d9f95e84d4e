import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { flagBits, mentionBits } from "../messages/flag-bits.ts";

interface MessageRef {
  readonly realmId: number;
  readonly recipientId: number;
  readonly messageId: number;
}

interface Mentioned {
  readonly personally: ReadonlySet<number>;
  readonly topicParticipants: ReadonlySet<number>;
  readonly alerted: ReadonlySet<number>;
}

/** Flags that follow from a message's content. */
const contentBits = mentionBits | flagBits.hasAlertWord;

/** Makes exactly these users the ones whom the message mentions or alerts, as far as they received it. */
export async function replaceMentions(
  tx: Transaction,
  { realmId, recipientId, messageId }: MessageRef,
  { personally, topicParticipants, alerted }: Mentioned,
): Promise<void> {
  const these = sql.fragment`realm_id = ${realmId} and message_id = ${messageId}`;
  await tx.query(
    sql.unsafe`update user_message set flags = flags & ~${contentBits}::int where ${these}`,
  );
  const added = new Map<number, number>();
  const add = (ids: Iterable<number>, bit: number) => {
    for (const id of ids) added.set(id, (added.get(id) ?? 0) | bit);
  };
  add(personally, flagBits.mentioned);
  add(topicParticipants, flagBits.topicWildcardMentioned);
  add(alerted, flagBits.hasAlertWord);
  await tx.query(sql.unsafe`
    insert into user_message as kept (realm_id, user_id, message_id, flags)
    select ${realmId}, added.user_id, ${messageId}, added.bits
    from ${sql.unnest([...added], ["int8", "int4"])} as added(user_id, bits)
      join user_recipient ur on ur.realm_id = ${realmId} and ur.user_id = added.user_id and ur.recipient_id = ${recipientId}
    where ur.received @> ${messageId}::int8
    on conflict (realm_id, user_id, message_id) do update set flags = kept.flags | excluded.flags`);
  await tx.query(sql.unsafe`delete from user_message where ${these} and flags = 0`);
}

/** Lists whom a message mentions personally, or as somebody who takes part in its topic, ascending. */
export async function listMentioned(
  tx: Transaction,
  { messageId, realmId }: Pick<MessageRef, "messageId" | "realmId">,
): Promise<readonly number[]> {
  return tx.anyFirst(sql.type(z.object({ userId: z.number() }))`
    select user_id as "userId" from user_message
    where realm_id = ${realmId} and message_id = ${messageId} and flags & ${mentionBits}::int <> 0 order by user_id`);
}

const flagRow = z.object({
  userId: z.number(),
  bits: z.number(),
  received: z.boolean(),
  read: z.boolean(),
});

export type UserFlagRow = z.infer<typeof flagRow>;

/** Lists the flags that these users have for one message. */
export function listUserFlags(
  tx: Transaction,
  { realmId, recipientId, messageId }: MessageRef,
  userIds: Iterable<number>,
): Promise<readonly UserFlagRow[]> {
  return tx.any(sql.type(flagRow)`
    select reader.id as "userId", coalesce(um.flags, 0) as bits, coalesce(ur.received @> ${messageId}::int8, false) as received,
      coalesce(ur.read @> ${messageId}::int8, false) as read
    from unnest(${sql.array([...userIds], "int8")}) as reader(id)
      left join user_recipient ur on ur.realm_id = ${realmId} and ur.user_id = reader.id and ur.recipient_id = ${recipientId}
      left join user_message um on um.realm_id = ${realmId} and um.user_id = reader.id and um.message_id = ${messageId}`);
}
