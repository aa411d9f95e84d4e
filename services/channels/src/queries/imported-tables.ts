// What becomes of archives' rows of this service (docs/export.md#taking-an-archive-in). A test holds this list against
// what exports have.
import type { ImportedTable, Row } from "@team-chat/transfer";

import { nameKey } from "../values/realm-channels.ts";

/** Of all rows: nothing is shown before the organization has a version. */
const first = { version: 1 };

export const importedTables: readonly ImportedTable[] = [
  {
    kind: "channels",
    table: "channel",
    columns: (row, moved) => ({
      ...row,
      ...first,
      id: moved.id("channels", row["id"]),
      name_key: nameKey(String(row["name"])),
      description: moved.text(row["description"]),
      rendered_description: moved.html(row["rendered_description"]),
      creator_id: moved.id("people", row["creator_id"]),
      folder_id: moved.id("channel_folders", row["folder_id"]),
      is_recently_active: true,
      permissions: Object.fromEntries(
        Object.entries((row["permissions"] ?? {}) as Row).map(([name, value]) => [
          name,
          moved.permission(value),
        ]),
      ),
    }),
  },
  {
    kind: "channel_folders",
    table: "channel_folder",
    columns: (row, moved) => ({
      ...row,
      id: moved.id("channel_folders", row["id"]),
      description: moved.text(row["description"]),
      rendered_description: moved.html(row["rendered_description"]),
      creator_id: moved.id("people", row["creator_id"]),
    }),
  },
  {
    kind: "subscriptions",
    table: "subscription",
    columns: (row, moved) => ({
      ...row,
      ...first,
      user_id: moved.id("people", row["user_id"]),
      channel_id: moved.id("channels", row["channel_id"]),
      ...(moved.sandbox ? { email_notifications: null, push_notifications: null } : {}),
    }),
  },
  {
    kind: "topic_visibilities",
    table: "user_topic",
    columns: (row, moved) => ({
      ...row,
      ...first,
      user_id: moved.id("people", row["user_id"]),
      channel_id: moved.id("channels", row["channel_id"]),
      topic_key: String(row["topic"]).toLowerCase(),
    }),
  },
];
