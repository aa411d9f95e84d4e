import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** A user's preference for a topic of a channel. */
export interface TopicPreference {
  readonly realmId: number;
  readonly userId: number;
  readonly channelId: number;
  readonly topic: string;
  /** The topic as it is compared. */
  readonly key: string;
  /** 1 muted, 2 unmuted, 3 followed. */
  readonly policy: number;
}

/** Returns the version that `bumpVersion` makes in the same transaction, under its lock: rows carry it. */
function nextVersion(realmId: number) {
  return sql.fragment`(select version + 1 from realm_version where realm_id = ${realmId})`;
}

const updated = z.object({ lastUpdated: z.number() });

/**
 * Sets a preference. Needs the lock of `lockRealm`, and `bumpVersion` after it. Returns when that was in UNIX seconds,
 * null when it already was so.
 */
export async function upsertUserTopic(
  tx: Transaction,
  preference: TopicPreference,
): Promise<number | null> {
  const { channelId, key, policy, realmId, topic, userId } = preference;
  const row = await tx.maybeOne(sql.type(updated)`
    insert into user_topic (realm_id, user_id, channel_id, topic_key, topic, visibility_policy, version)
    values (${realmId}, ${userId}, ${channelId}, ${key}, ${topic}, ${policy}, ${nextVersion(realmId)})
    on conflict (realm_id, user_id, channel_id, topic_key)
      do update set visibility_policy = excluded.visibility_policy, topic = excluded.topic, last_updated = now(),
        version = excluded.version
      where user_topic.visibility_policy <> excluded.visibility_policy
    returning floor(extract(epoch from last_updated))::bigint as "lastUpdated"`);
  return row?.lastUpdated ?? null;
}

/**
 * Takes a preference back; its row stays for those who follow versions. Needs the same. Returns when that was in UNIX
 * seconds, null when there was none.
 */
export async function clearUserTopic(
  tx: Transaction,
  of: Omit<TopicPreference, "policy" | "topic">,
): Promise<number | null> {
  const row = await tx.maybeOne(sql.type(updated)`
    update user_topic set visibility_policy = 0, last_updated = now(), version = ${nextVersion(of.realmId)}
    where realm_id = ${of.realmId} and user_id = ${of.userId} and channel_id = ${of.channelId} and topic_key = ${of.key}
      and visibility_policy <> 0
    returning floor(extract(epoch from last_updated))::bigint as "lastUpdated"`);
  return row?.lastUpdated ?? null;
}

/** Counts the user's preferences besides this one. */
export function countOtherUserTopics(
  tx: Transaction,
  { channelId, key, realmId, userId }: TopicPreference,
): Promise<number> {
  return tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from user_topic
    where realm_id = ${realmId} and user_id = ${userId} and visibility_policy <> 0 and (channel_id, topic_key) <> (${channelId}, ${key})`);
}

/** A stored preference with its time in UNIX seconds. */
export interface UserTopicRow {
  readonly channelId: number;
  readonly topic: string;
  readonly policy: number;
  readonly lastUpdated: number;
}
