import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { ChannelFacts } from "../values/channel-facts.ts";

/** Stores the facts of channels. */
export async function updateFacts(
  tx: Transaction,
  at: { readonly realmId: number; readonly version: number },
  facts: readonly (ChannelFacts & { readonly id: number })[],
): Promise<void> {
  const rows = facts.map(({ firstMessageId, id, isRecentlyActive, weeklyTraffic }) => [
    id,
    firstMessageId,
    isRecentlyActive,
    weeklyTraffic,
  ]);
  await tx.query(sql.unsafe`
    update channel set first_message_id = given.first_message_id, is_recently_active = given.is_recently_active,
      weekly_traffic = given.weekly_traffic, version = ${at.version}
    from ${sql.unnest(rows, ["int8", "int8", "bool", "int4"])}
      as given(id, first_message_id, is_recently_active, weekly_traffic)
    where channel.realm_id = ${at.realmId} and channel.id = given.id`);
}

const realmRow = z.object({ realmId: z.number() });

/**
 * Takes the realm that was looked at longest ago if that was a day ago; null when there is none. Nobody else gets the
 * same.
 */
export async function claimLook(db: Connection, now: Date): Promise<number | null> {
  const row = await db.maybeOne(sql.type(realmRow)`
    update realm_version set facts_looked_at = ${now.toISOString()}::timestamptz
    where realm_id = (
      select realm_id from realm_version
      where facts_looked_at <= ${now.toISOString()}::timestamptz - interval '1 day'
      order by facts_looked_at, realm_id limit 1 for update skip locked
    )
    returning realm_id as "realmId"`);
  return row?.realmId ?? null;
}

/** Has a realm looked at again, after those that wait longer. */
export async function repeatLook(db: Connection, realmId: number, now: Date): Promise<void> {
  await db.query(sql.unsafe`
    update realm_version set facts_looked_at = ${now.toISOString()}::timestamptz - interval '1 day'
    where realm_id = ${realmId}`);
}
