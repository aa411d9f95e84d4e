import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const listener = z.object({
  userId: z.number(),
  isMuted: z.boolean(),
  pushes: z.boolean().nullable(),
  emails: z.boolean().nullable(),
  wildcards: z.boolean().nullable(),
  policy: z.number(),
});

interface TopicOf {
  readonly realmId: number;
  readonly channelId: number;
  /** The topic as it is compared. */
  readonly key: string;
}

/**
 * Lists what those of the users who are subscribed want to hear of a topic, and everybody who has the channel pushed or
 * e-mailed, or follows the topic; in no order.
 */
export function listListeners(
  db: Connection,
  { channelId, key, realmId }: TopicOf,
  userIds: readonly number[],
): Promise<readonly z.infer<typeof listener>[]> {
  return db.any(sql.type(listener)`
    with asked as (
      select unnest(${sql.array(userIds, "int8")}) as user_id
      union select user_id from subscription
        where realm_id = ${realmId} and channel_id = ${channelId} and push_notifications
      union select user_id from subscription
        where realm_id = ${realmId} and channel_id = ${channelId} and email_notifications
      union select user_id from user_topic
        where realm_id = ${realmId} and channel_id = ${channelId} and topic_key = ${key} and visibility_policy = 3
    )
    select asked.user_id as "userId", is_muted as "isMuted", push_notifications as "pushes", email_notifications as "emails",
      wildcard_mentions_notify as "wildcards", coalesce(visibility_policy, 0) as policy
    from asked
      join subscription on subscription.realm_id = ${realmId} and subscription.user_id = asked.user_id
        and subscription.channel_id = ${channelId} and active
      left join user_topic on user_topic.realm_id = ${realmId} and user_topic.user_id = asked.user_id
        and user_topic.channel_id = ${channelId} and topic_key = ${key}`);
}
