// What exports have of this service (docs/export.md). A test holds this list against the tables that there are.
import { type ExportedTable, type ExportPart, sql } from "@team-chat/pg";

const ofPeople = ({ people }: ExportPart) =>
  sql.fragment`t.user_id = any(${sql.array([...people], "int8")})`;

/** Rows of one person. */
const own = (userId: number) => sql.fragment`t.user_id = ${userId}`;

const organization: readonly ExportedTable[] = [
  {
    kind: "organization",
    table: "realm",
    key: {},
    fields: [
      "subdomain",
      "name",
      "description",
      "deactivated",
      "suspension_reason",
      "settings",
      "user_settings_defaults",
      "plan",
      "limits",
      "created_at",
    ],
  },
  { kind: "icon", table: "realm_icon", key: {}, fields: ["content_type"], pictures: ["bytes"] },
  {
    kind: "domains",
    table: "realm_domain",
    key: { domain: "text" },
    fields: ["domain", "allow_subdomains"],
  },
  {
    kind: "blocked_addresses",
    table: "blocked_address",
    key: { pattern: "text" },
    fields: ["pattern", "blocked_at"],
  },
  {
    kind: "linkifiers",
    table: "linkifier",
    key: { linkifier_id: "int8" },
    fields: ["linkifier_id", "pattern", "url_template", "position"],
  },
  {
    kind: "playgrounds",
    table: "playground",
    key: { playground_id: "int8" },
    fields: ["playground_id", "name", "pygments_language", "url_template"],
  },
  {
    kind: "profile_fields",
    table: "profile_field",
    key: { field_id: "int8" },
    fields: [
      "field_id",
      "name",
      "hint",
      "kind",
      "field_data",
      "position",
      "in_summary",
      "required",
      "editable",
    ],
  },
  {
    kind: "emoji",
    table: "realm_emoji",
    key: { emoji_id: "int8" },
    fields: ["emoji_id", "name", "author_id", "deactivated", "has_still"],
    ofPerson: (userId) => sql.fragment`t.author_id = ${userId}`,
  },
  {
    kind: "emoji_pictures",
    table: "emoji_image",
    key: { emoji_id: "int8", is_still: "boolean" },
    fields: ["emoji_id", "is_still", "content_type"],
    pictures: ["bytes"],
  },
  {
    kind: "invitations",
    table: "invitation",
    key: { invitation_id: "int8" },
    fields: [
      "invitation_id",
      "email",
      "invited_by",
      "role",
      "channel_ids",
      "group_ids",
      "notify_referrer",
      "include_defaults",
      "welcome_text",
      "created_at",
      "expires_at",
    ],
    ofPerson: (userId) => sql.fragment`t.invited_by = ${userId}`,
  },
];

const people: readonly ExportedTable[] = [
  {
    kind: "people",
    table: "account",
    key: { user_id: "int8" },
    fields: [
      "user_id",
      "full_name",
      "role",
      "is_active",
      "is_bot",
      "is_system_bot",
      "bot_type",
      "bot_owner_id",
      "email_visibility",
      "joined_at",
      "timezone",
      "avatar_source",
      "avatar_version",
      "profile_data",
      "can_create_users",
      "can_change_user_emails",
      "rate_limits",
      "default_sending_stream",
      "default_sending_channel_id",
      "default_events_register_stream",
      "default_events_register_channel_id",
      "default_all_public_streams",
      "joins_default_channels",
    ],
    ofPerson: (userId) => sql.fragment`(t.user_id = ${userId} or t.bot_owner_id = ${userId})`,
  },
  {
    kind: "addresses",
    table: "account",
    key: { user_id: "int8" },
    fields: ["user_id", "delivery_email"],
    // 4 hides an address from administrators, too (docs/behaviour/users.md#e-mail-addresses).
    partly: (part) => sql.fragment`(t.email_visibility <> 4 or ${ofPeople(part)})`,
    ofPerson: own,
  },
  {
    kind: "personal_settings",
    table: "account",
    key: { user_id: "int8" },
    fields: ["user_id", "settings", "alert_words", "muted_users"],
    partly: ofPeople,
    ofPerson: own,
  },
  {
    kind: "unproven_addresses",
    table: "unproven_address",
    key: { user_id: "int8" },
    fields: ["user_id"],
    ofPerson: own,
  },
  {
    kind: "avatars",
    table: "avatar_image",
    key: { user_id: "int8" },
    fields: ["user_id", "content_type"],
    pictures: ["bytes"],
    ofPerson: own,
  },
  {
    kind: "statuses",
    table: "user_status",
    key: { user_id: "int8" },
    fields: ["user_id", "status_text", "emoji_name", "emoji_code", "reaction_type"],
    ofPerson: own,
  },
  {
    kind: "identities",
    table: "external_identity",
    key: { issuer: "text", subject: "text" },
    fields: ["issuer", "subject", "user_id", "linked_at"],
    partly: ofPeople,
    ofPerson: own,
  },
  {
    kind: "snippets",
    table: "saved_snippet",
    key: { user_id: "int8", snippet_id: "int8" },
    fields: ["snippet_id", "user_id", "title", "content", "created_at"],
    partly: ofPeople,
    ofPerson: own,
  },
  {
    kind: "navigation_views",
    table: "navigation_view",
    key: { user_id: "int8", fragment: "text" },
    fields: ["user_id", "fragment", "is_pinned", "name"],
    partly: ofPeople,
    ofPerson: own,
  },
  {
    kind: "outgoing_webhooks",
    table: "webhook",
    key: { user_id: "int8" },
    fields: ["user_id", "name", "url", "interface"],
  },
  {
    kind: "bot_storage",
    table: "bot_storage",
    key: { user_id: "int8", key: "text" },
    fields: ["user_id", "key", "value"],
    partly: ofPeople,
  },
];

const groups: readonly ExportedTable[] = [
  {
    kind: "groups",
    table: "user_group",
    key: { group_id: "int8" },
    fields: [
      "group_id",
      "name",
      "description",
      "is_system",
      "deactivated",
      "creator_id",
      "created_at",
      "settings",
    ],
    ofPerson: (userId) => sql.fragment`exists (
      select from group_member m
      where m.realm_id = t.realm_id and m.group_id = t.group_id and m.user_id = ${userId})`,
  },
  {
    kind: "group_members",
    table: "group_member",
    key: { group_id: "int8", user_id: "int8" },
    fields: ["group_id", "user_id"],
    ofPerson: own,
  },
  {
    kind: "subgroups",
    table: "group_subgroup",
    key: { group_id: "int8", subgroup_id: "int8" },
    fields: ["group_id", "subgroup_id"],
  },
];

export const exportedTables: readonly ExportedTable[] = [...organization, ...people, ...groups];
