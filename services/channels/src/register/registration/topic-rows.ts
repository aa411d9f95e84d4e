import { sql } from "@team-chat/pg";
import { rowsOfUser } from "@team-chat/register";
import { z } from "zod";

import { emptyTopicName } from "../../policies/topic.ts";
import type { UserTopicRow } from "../../queries/user-topics.ts";
import type { Registration } from "./registration.ts";

/** The users' preferences for topics, those changed last at the end. */
export const topicRows = rowsOfUser({
  select: ({ realmId, users }) => sql.fragment`
    select user_id as "userId", channel_id as "channelId", topic, visibility_policy as policy,
      floor(extract(epoch from last_updated))::bigint as "lastUpdated"
    from user_topic
    where realm_id = ${realmId} and user_id = any(${users}) and visibility_policy <> 0
    order by last_updated, channel_id, topic_key`,
  row: z.object({
    userId: z.number(),
    channelId: z.int(),
    topic: z.string(),
    policy: z.int(),
    /** UNIX seconds. */
    lastUpdated: z.int(),
  }),
});

/** Names the empty topic in preferences for clients that do not know that it can be empty. */
export function withNamedTopics(
  { request, users }: Registration,
  rows: readonly UserTopicRow[],
): readonly UserTopicRow[] {
  if (request.capabilities["empty_topic_name"] === true) return rows;
  const name = emptyTopicName(users);
  return rows.map((row) => (row.topic === "" ? { ...row, topic: name } : row));
}
