import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** A topic as it is compared. */
export interface TopicAt {
  readonly channelId: number;
  readonly key: string;
}

/** Topic preference of a user to be set; 0 removes it. */
export interface WantedPolicy extends TopicAt {
  readonly userId: number;
  readonly topic: string;
  readonly policy: number;
}

const policyRow = z.object({
  userId: z.number(),
  channelId: z.number(),
  key: z.string(),
  policy: z.number(),
});

/** Lists everybody's preference for a topic; users without any are left out. */
export function listPolicies(
  connection: Connection,
  realmId: number,
  { channelId, key }: TopicAt,
): Promise<readonly z.output<typeof policyRow>[]> {
  return connection.any(sql.type(policyRow)`
    select user_id as "userId", channel_id as "channelId", topic_key as key, visibility_policy as policy
    from user_topic where realm_id = ${realmId} and channel_id = ${channelId} and topic_key = ${key}
      and visibility_policy <> 0
    order by user_id`);
}

const changedRow = z.object({
  userId: z.number(),
  channelId: z.number(),
  topic: z.string(),
  policy: z.number(),
  lastUpdated: z.number(),
});

/** A preference that was changed, with its time in UNIX seconds. */
export type ChangedPolicy = z.output<typeof changedRow>;

/** Lists all preferences for topics of a channel, by user. */
export function listPoliciesIn(
  tx: Transaction,
  realmId: number,
  channelId: number,
): Promise<readonly ChangedPolicy[]> {
  return tx.any(sql.type(changedRow)`
    select user_id as "userId", channel_id as "channelId", topic, visibility_policy as policy,
      floor(extract(epoch from last_updated))::bigint as "lastUpdated"
    from user_topic where realm_id = ${realmId} and channel_id = ${channelId} and visibility_policy <> 0
    order by user_id, topic_key`);
}

/** Sets preferences, each of another user or topic. One statement; returns those that were not so already, by user. */
export function upsertPolicies(
  tx: Transaction,
  at: { readonly realmId: number; readonly version: number },
  wanted: readonly WantedPolicy[],
): Promise<readonly ChangedPolicy[]> {
  const rows = wanted.map(({ channelId, key, policy, topic, userId }) => [
    userId,
    channelId,
    key,
    topic,
    policy,
  ]);
  return tx.any(sql.type(changedRow)`
    with changed as (
      insert into user_topic (realm_id, user_id, channel_id, topic_key, topic, visibility_policy, version)
      select ${at.realmId}, given.user_id, given.channel_id, given.topic_key, given.topic, given.policy, ${at.version}
      from ${sql.unnest(rows, ["int8", "int8", "text", "text", "int2"])}
        as given(user_id, channel_id, topic_key, topic, policy)
      on conflict (realm_id, user_id, channel_id, topic_key)
        do update set visibility_policy = excluded.visibility_policy, topic = excluded.topic, last_updated = now(),
          version = excluded.version
        where user_topic.visibility_policy <> excluded.visibility_policy
      returning *
    )
    select user_id as "userId", channel_id as "channelId", topic, visibility_policy as policy,
      floor(extract(epoch from last_updated))::bigint as "lastUpdated"
    from changed order by user_id, channel_id, topic_key`);
}

const mutedRow = z.object({
  userId: z.number(),
  channelId: z.number(),
  topic: z.string(),
  policy: z.number(),
  lastUpdated: z.number(),
});

/** Lists all preferences of several users, oldest first. */
export function listTopicsOf(
  tx: Transaction,
  realmId: number,
  userIds: readonly number[],
): Promise<readonly z.output<typeof mutedRow>[]> {
  return tx.any(sql.type(mutedRow)`
    select user_id as "userId", channel_id as "channelId", topic, visibility_policy as policy,
      floor(extract(epoch from last_updated))::bigint as "lastUpdated"
    from user_topic where realm_id = ${realmId} and user_id = any(${sql.array(userIds, "int8")}) and visibility_policy <> 0
    order by last_updated, channel_id, topic_key`);
}

const mutingRow = z.object({ userId: z.number(), channelId: z.number() });

/** Lists the users with muted topics in any of the channels, with these channels. */
export function listMuting(
  tx: Transaction,
  realmId: number,
  channelIds: readonly number[],
): Promise<readonly z.output<typeof mutingRow>[]> {
  return tx.any(sql.type(mutingRow)`
    select distinct user_id as "userId", channel_id as "channelId" from user_topic
    where realm_id = ${realmId} and channel_id = any(${sql.array(channelIds, "int8")}) and visibility_policy = 1
    order by user_id, channel_id`);
}

/** Notes a key for a week. Whether it is new; the lock of `lockRealm` keeps others from noting it at the same time. */
export async function insertKey(tx: Transaction, realmId: number, key: string): Promise<boolean> {
  const inserted = await tx.maybeOne(sql.type(z.object({ key: z.string() }))`
    with forgotten as (
      delete from carried_key where realm_id = ${realmId} and created_at < now() - interval '7 days'
    )
    insert into carried_key (realm_id, key) values (${realmId}, ${key}) on conflict do nothing returning key`);
  return inserted !== null;
}
