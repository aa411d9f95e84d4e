import { channelRecord } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { z } from "zod";

import type { ChannelRow } from "../values/channel-row.ts";

const schema = channelRecord.extend({
  description: z.string(),
  renderedDescription: z.string(),
  createdAt: z.int(),
  isDefault: z.boolean(),
  folderId: z.int().nullable(),
  firstMessageId: z.int().nullable(),
  isRecentlyActive: z.boolean(),
  weeklyTraffic: z.int().nullable(),
});

/** Parses JSON text of an array of channels, as `channelJson` makes it; null is none. */
export function parseChannels(text: string | null): readonly ChannelRow[] {
  return text === null ? [] : z.array(schema).parse(JSON.parse(text));
}

/** A `channel` row as JSON in the form of `ChannelRow`. */
export const channelJson = sql.fragment`json_build_object(
  'id', channel.id, 'name', channel.name, 'description', channel.description,
  'renderedDescription', channel.rendered_description, 'creatorId', channel.creator_id,
  'createdAt', floor(extract(epoch from channel.created_at))::bigint, 'isPrivate', channel.is_private,
  'isWebPublic', channel.is_web_public, 'isArchived', channel.is_archived, 'isDefault', channel.is_default,
  'historyPublicToSubscribers', channel.history_public_to_subscribers, 'topicsPolicy', channel.topics_policy,
  'messageRetentionDays', channel.message_retention_days, 'folderId', channel.folder_id,
  'firstMessageId', channel.first_message_id, 'isRecentlyActive', channel.is_recently_active,
  'weeklyTraffic', channel.weekly_traffic, 'permissions', channel.permissions)`;
