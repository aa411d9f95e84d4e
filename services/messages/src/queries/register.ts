import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import { flagBits } from "./flag-bits.ts";

interface Reader {
  readonly realmId: number;
  readonly userId: number;
}

const idRow = z.object({ id: z.number() });
const conversationRow = z.object({ participants: z.array(z.number()), maxMessageId: z.number() });

/** Conversations that a client is told of at the start. */
const maxConversations = 1000;

/** The newest message that the user received; -1 when there is none. */
export async function findNewestReceived(
  db: Connection,
  { realmId, userId }: Reader,
): Promise<number> {
  const newest = await db.oneFirst(sql.type(z.object({ id: z.number() }))`
    select coalesce(max(near.id), -1) as id from user_recipient ur cross join lateral (
      select m.id from message m
      where m.realm_id = ${realmId} and m.recipient_id = ur.recipient_id and ur.received @> m.id
      order by m.id desc limit 1
    ) near
    where ur.realm_id = ${realmId} and ur.user_id = ${userId}`);
  return newest;
}

/** Ids of the messages that the user has starred, ascending. */
export function listStarred(
  db: Connection,
  { realmId, userId }: Reader,
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(idRow)`
    select message_id as id from user_message
    where realm_id = ${realmId} and user_id = ${userId} and flags & ${flagBits.starred} <> 0 order by message_id`);
}

/** The user's direct conversations with the newest message of each, newest first. */
export function listConversations(
  db: Connection,
  { realmId, userId }: Reader,
): Promise<readonly z.infer<typeof conversationRow>[]> {
  return db.any(sql.type(conversationRow)`
    select r.participants, near.id as "maxMessageId"
    from user_recipient ur join recipient r on r.realm_id = ur.realm_id and r.id = ur.recipient_id
      cross join lateral (
        select m.id from message m where m.realm_id = ${realmId} and m.recipient_id = ur.recipient_id and ur.received @> m.id
        order by m.id desc limit 1
      ) near
    where ur.realm_id = ${realmId} and ur.user_id = ${userId} and r.channel_id is null
    order by near.id desc limit ${maxConversations}`);
}
