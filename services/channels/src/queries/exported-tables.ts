// What exports have of this service (docs/export.md). A test holds this list against the tables that there are.
import { type ExportedTable, type ExportPart, sql } from "@team-chat/pg";

/** Channels that everybody may read, and those that somebody who consents is in. */
const isShown = (
  channelId: ReturnType<typeof sql.fragment>,
  { people }: ExportPart,
) => sql.fragment`
  exists (
    select from channel c
    where c.realm_id = t.realm_id and c.id = ${channelId} and (not c.is_private or exists (
      select from subscription s
      where s.realm_id = c.realm_id and s.user_id = any(${sql.array([...people], "int8")})
        and s.channel_id = c.id and s.active)))`;

/** Rows of one person. */
const own = (userId: number) => sql.fragment`t.user_id = ${userId}`;

export const exportedTables: readonly ExportedTable[] = [
  {
    kind: "channels",
    table: "channel",
    key: { id: "int8" },
    fields: [
      "id",
      "name",
      "description",
      "rendered_description",
      "creator_id",
      "created_at",
      "is_private",
      "is_web_public",
      "is_archived",
      "is_default",
      "history_public_to_subscribers",
      "topics_policy",
      "message_retention_days",
      "folder_id",
      "permissions",
    ],
    partly: (part) => isShown(sql.fragment`t.id`, part),
    ofPerson: (userId) => sql.fragment`exists (
      select from subscription s
      where s.realm_id = t.realm_id and s.channel_id = t.id and s.user_id = ${userId}
        and (s.active or not t.is_private))`,
  },
  {
    kind: "channel_folders",
    table: "channel_folder",
    key: { id: "int8" },
    fields: [
      "id",
      "name",
      "description",
      "rendered_description",
      "creator_id",
      "created_at",
      "is_archived",
      "position",
    ],
  },
  {
    kind: "subscriptions",
    table: "subscription",
    key: { user_id: "int8", channel_id: "int8" },
    fields: [
      "user_id",
      "channel_id",
      "active",
      "color",
      "is_muted",
      "pin_to_top",
      "desktop_notifications",
      "email_notifications",
      "wildcard_mentions_notify",
      "push_notifications",
      "audible_notifications",
    ],
    partly: (part) => isShown(sql.fragment`t.channel_id`, part),
    ofPerson: own,
  },
  {
    kind: "topic_visibilities",
    table: "user_topic",
    key: { user_id: "int8", channel_id: "int8", topic_key: "text" },
    fields: ["user_id", "channel_id", "topic", "visibility_policy", "last_updated"],
    partly: ({ people }) => sql.fragment`t.user_id = any(${sql.array([...people], "int8")})`,
    ofPerson: own,
  },
];
