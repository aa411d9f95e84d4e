// What becomes of archives' accounts, and of what people have (docs/export.md#taking-an-archive-in).
import type { ImportedTable, Moved, Row } from "@team-chat/transfer";

/** Of what a sandbox sends nothing, until somebody wants it. */
const outside = [
  "enable_stream_email_notifications",
  "enable_stream_push_notifications",
  "enable_followed_topic_email_notifications",
  "enable_followed_topic_push_notifications",
  "enable_offline_email_notifications",
  "enable_offline_push_notifications",
  "enable_online_push_notifications",
  "enable_digest_emails",
  "enable_marketing_emails",
  "enable_login_emails",
];

function personalSettings(settings: unknown, { sandbox }: Moved): unknown {
  if (!sandbox) return settings;
  return { ...(settings as Row), ...Object.fromEntries(outside.map((name) => [name, false])) };
}

/** New ids of profile fields whose values are users. */
export type UserFields = ReadonlySet<number>;

function profileData(data: unknown, moved: Moved, userFields: UserFields): Row {
  const entries = Object.entries((data ?? {}) as Record<string, Row>).map(([fieldId, field]) => {
    const id = moved.id("profile_fields", Number(fieldId));
    const { rendered_value: html, value, ...rest } = field;
    const isUsers = userFields.has(id ?? 0) && typeof value === "string";
    const ids = isUsers ? moved.ids("people", JSON.parse(value)) : null;
    const rendered = html === undefined ? {} : { rendered_value: moved.html(html) };
    return [id, { ...rest, value: ids === null ? value : JSON.stringify(ids), ...rendered }];
  });
  return Object.fromEntries(entries) as Row;
}

const ofUser = (row: Row, moved: Moved) => ({
  ...row,
  user_id: moved.id("people", row["user_id"]),
});

/** Makes an account that nobody sees yet, without what comes as a kind of its own. */
function account(row: Row, moved: Moved, userFields: UserFields): Row {
  const id = moved.id("people", row["user_id"]);
  return {
    ...row,
    version: 1,
    auth_version: 1,
    user_id: id,
    bot_owner_id: moved.id("people", row["bot_owner_id"]),
    // Until the addresses come, which are a kind of their own.
    delivery_email: `${id}@import.invalid`,
    settings: {},
    alert_words: [],
    muted_users: [],
    bot_config: {},
    profile_data: profileData(row["profile_data"], moved, userFields),
    avatar_secret: row["avatar_source"] === "U" ? moved.secret("avatar", id) : "",
    default_sending_channel_id: moved.id("channels", row["default_sending_channel_id"]),
    default_events_register_channel_id: moved.id(
      "channels",
      row["default_events_register_channel_id"],
    ),
  };
}

/** Lists what becomes of accounts, addresses and settings. */
export function importedAccounts(userFields: UserFields): readonly ImportedTable[] {
  return [
    {
      kind: "people",
      table: "account",
      columns: (row, moved) => account(row, moved, userFields),
    },
    { kind: "addresses", table: "account", changes: ["user_id"], columns: ofUser },
    {
      kind: "personal_settings",
      table: "account",
      changes: ["user_id"],
      columns: (row, moved) => ({
        ...ofUser(row, moved),
        settings: personalSettings(row["settings"], moved),
        muted_users: (row["muted_users"] as readonly Row[]).map((muted) => ({
          ...muted,
          id: moved.id("people", muted["id"]),
        })),
      }),
    },
  ];
}

/** Lists what becomes of the rest that people have. */
export const importedOfPeople: readonly ImportedTable[] = [
  { kind: "unproven_addresses", table: "unproven_address", columns: ofUser },
  {
    kind: "avatars",
    table: "avatar_image",
    pictures: ["bytes"],
    columns: (row, moved) => {
      const user = ofUser(row, moved);
      return { ...user, secret: moved.secret("avatar", user.user_id) };
    },
  },
  {
    kind: "statuses",
    table: "user_status",
    columns: (row, moved) => ({
      ...ofUser(row, moved),
      emoji_code: moved.emojiCode(row["reaction_type"], row["emoji_code"]),
    }),
  },
  { kind: "identities", table: "external_identity", columns: ofUser },
  {
    kind: "snippets",
    table: "saved_snippet",
    columns: (row, moved) => ({
      ...ofUser(row, moved),
      snippet_id: moved.id("snippets", row["snippet_id"]),
      content: moved.text(row["content"]),
    }),
  },
  {
    kind: "navigation_views",
    table: "navigation_view",
    columns: (row, moved) => ({
      ...ofUser(row, moved),
      fragment: moved.fragment(row["fragment"]),
    }),
  },
  {
    kind: "outgoing_webhooks",
    table: "webhook",
    inSandbox: false,
    columns: (row, moved) => {
      const user = ofUser(row, moved);
      return { ...user, token: moved.secret("webhook", user.user_id) };
    },
  },
  { kind: "bot_storage", table: "bot_storage", columns: ofUser },
];
