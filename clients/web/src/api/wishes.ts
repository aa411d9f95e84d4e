const fetched = [
  "channel_folders",
  "drafts",
  "message",
  "muted_users",
  "realm",
  "realm_emoji",
  "realm_user",
  "recent_private_conversations",
  "subscription",
  "update_message_flags",
  "user_settings",
  "user_topic",
];

const heard = [
  "channel_folder",
  "delete_message",
  "drafts",
  "message",
  "muted_users",
  "reaction",
  "realm",
  "realm_emoji",
  "realm_user",
  "stream",
  "submessage",
  "subscription",
  "update_message",
  "update_message_flags",
  "user_settings",
  "user_topic",
];

/** Choices of this client when it registers. */
export const wishes = {
  apply_markdown: true,
  client_gravatar: false,
  event_types: heard,
  fetch_event_types: fetched,
  client_capabilities: {
    archived_channels: true,
    bulk_message_deletion: true,
    empty_topic_name: true,
    notification_settings_null: true,
    user_settings_object: true,
    user_list_incomplete: true,
  },
};
