// What becomes of archives' rows of this service (docs/export.md#taking-an-archive-in). A test holds this list against
// what exports have.
import { realmPermissions } from "@team-chat/contract";
import type { ImportedTable, Moved, Row } from "@team-chat/transfer";

import { importedAccounts, importedOfPeople, type UserFields } from "./imported-people.ts";

const asItIs = (row: Row) => row;
/** Of all rows, until other services may see them. */
const unseen = { version: 1 };

const channelSettings = [
  "moderation_request_channel_id",
  "new_stream_announcements_stream_id",
  "signup_announcements_stream_id",
  "zulip_update_announcements_stream_id",
];

function movedSettings(settings: unknown, moved: Moved): Row {
  const entries = Object.entries((settings ?? {}) as Row).map(([name, value]) => {
    if (Object.hasOwn(realmPermissions, name)) return [name, moved.permission(value)] as const;
    if (!channelSettings.includes(name) || typeof value !== "number") return [name, value] as const;
    // -1 is none.
    return [name, moved.find("channels", value) ?? -1] as const;
  });
  return Object.fromEntries(entries);
}

const organization: readonly ImportedTable[] = [
  {
    kind: "organization",
    table: "realm",
    changes: [],
    columns: (row, moved) => ({
      name: row["name"],
      description: moved.text(row["description"]),
      settings: movedSettings(row["settings"], moved),
      user_settings_defaults: row["user_settings_defaults"],
      created_at: row["created_at"],
    }),
  },
  {
    kind: "icon",
    table: "realm_icon",
    pictures: ["bytes"],
    columns: (row, moved) => ({ ...row, secret: moved.secret("icon", moved.realmId) }),
  },
  { kind: "domains", table: "realm_domain", columns: asItIs },
  { kind: "blocked_addresses", table: "blocked_address", columns: asItIs },
  {
    kind: "linkifiers",
    table: "linkifier",
    columns: (row, moved) => ({
      ...row,
      linkifier_id: moved.id("linkifiers", row["linkifier_id"]),
    }),
  },
  {
    kind: "playgrounds",
    table: "playground",
    columns: (row, moved) => ({
      ...row,
      playground_id: moved.id("playgrounds", row["playground_id"]),
    }),
  },
  {
    kind: "profile_fields",
    table: "profile_field",
    columns: (row, moved) => ({ ...row, field_id: moved.id("profile_fields", row["field_id"]) }),
  },
  {
    kind: "emoji",
    table: "realm_emoji",
    columns: (row, moved) => {
      const id = moved.id("emoji", row["emoji_id"]);
      const author = moved.id("people", row["author_id"]);
      return { ...row, emoji_id: id, author_id: author, secret: moved.secret("emoji", id) };
    },
  },
  {
    kind: "emoji_pictures",
    table: "emoji_image",
    pictures: ["bytes"],
    columns: (row, moved) => ({ ...row, emoji_id: moved.id("emoji", row["emoji_id"]) }),
  },
  {
    kind: "invitations",
    table: "invitation",
    inSandbox: false,
    columns: (row, moved) => {
      const id = moved.id("invitations", row["invitation_id"]);
      return {
        ...row,
        invitation_id: id,
        token: moved.secret("invitation", id),
        invited_by: moved.id("people", row["invited_by"]),
        channel_ids: moved.ids("channels", row["channel_ids"]),
        group_ids: moved.ids("groups", row["group_ids"]),
      };
    },
  },
];

const groups: readonly ImportedTable[] = [
  {
    kind: "groups",
    table: "user_group",
    columns: (row, moved) => ({
      ...row,
      ...unseen,
      group_id: moved.id("groups", row["group_id"]),
      creator_id: moved.id("people", row["creator_id"]),
      settings: Object.fromEntries(
        Object.entries((row["settings"] ?? {}) as Row).map(([name, value]) => [
          name,
          moved.permission(value),
        ]),
      ),
    }),
  },
  {
    kind: "group_members",
    table: "group_member",
    columns: (row, moved) => ({
      user_id: moved.id("people", row["user_id"]),
      group_id: moved.id("groups", row["group_id"]),
    }),
  },
  {
    kind: "subgroups",
    table: "group_subgroup",
    columns: (row, moved) => ({
      group_id: moved.id("groups", row["group_id"]),
      subgroup_id: moved.id("groups", row["subgroup_id"]),
    }),
  },
];

/** Lists what becomes of each kind of thing. */
export function importedTables(userFields: UserFields): readonly ImportedTable[] {
  return [...organization, ...importedAccounts(userFields), ...importedOfPeople, ...groups];
}
