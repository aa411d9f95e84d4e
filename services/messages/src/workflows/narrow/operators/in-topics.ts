import { type Fragment, sql } from "@team-chat/pg";

import type { ChannelTopic } from "../../../queries/messages/search-conditions.ts";
import { nothing } from "./clause.ts";

/** Selects messages in one of these topics, in whatever letter case. */
export function inTopics(topics: readonly ChannelTopic[]): Fragment {
  if (topics.length === 0) return nothing;
  const pairs = topics.map(({ channelId, topic }) => [channelId, topic] as const);
  return sql.fragment`coalesce((m.channel_id, lower(m.topic)) in (
    select place.channel_id, lower(place.topic) from ${sql.unnest(pairs, ["int8", "text"])} as place(channel_id, topic)), false)`;
}
