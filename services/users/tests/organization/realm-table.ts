import type { Specified } from "../parameter-kinds.ts";
import { peerChannels } from "../peers.ts";

/**
 * A setting of an organization: its kind, its default and another value; where it is told otherwise than as given, how.
 */
interface RealmFacts {
  readonly kind: string;
  readonly initially: unknown;
  readonly another: unknown;
  readonly stored?: unknown;
}

const flag = (initially: boolean): RealmFacts => ({ kind: "bool", initially, another: !initially });
const on = flag(true);
const off = flag(false);
const of = (kind: string, initially: unknown, another: unknown): RealmFacts => ({
  kind,
  initially,
  another,
});
const limit = (initially: number): RealmFacts => ({
  kind: "limit",
  initially,
  another: "unlimited",
  stored: null,
});

/**
 * Every setting that is no permission (docs/behaviour/organization.md#settings), in the order in which they are
 * checked.
 */
export const realmTable: Readonly<Record<string, RealmFacts>> = {
  name: of("name", "Root", "Branch"),
  description: of("1000 characters", "", "About **it**"),
  default_code_block_language: of("text", "", "python"),
  allow_message_editing: on,
  message_edit_history_visibility_policy: of("history", "all", "moves"),
  topics_policy: of("topics", "allow_empty_topic", "disable_empty_topic"),
  enable_read_receipts: on,
  inline_image_preview: on,
  inline_url_embed_preview: off,
  invite_required: on,
  emails_restricted_to_domains: off,
  disallow_disposable_email_addresses: on,
  name_changes_disabled: off,
  email_changes_disabled: off,
  avatar_changes_disabled: off,
  require_unique_names: off,
  waiting_period_threshold: of("days", 0, 5),
  authentication_methods: {
    ...of("methods", undefined, { Email: true }),
  },
  second_factor_required_for: of("who needs a second factor", "nobody", "administrators"),
  second_factor_grace_days: of("days of grace", 14, 30),
  second_factor_after_single_sign_on: off,
  enable_guest_user_indicator: on,
  enable_guest_user_dm_warning: on,
  enable_spectator_access: off,
  presence_disabled: off,
  send_welcome_emails: on,
  digest_emails_enabled: off,
  message_content_allowed_in_email_notifications: on,
  require_e2ee_push_notifications: off,
  want_advertise_in_communities_directory: off,
  moderation_request_channel_id: of("int", -1, peerChannels.private),
  new_stream_announcements_stream_id: of("int", -1, peerChannels.open),
  signup_announcements_stream_id: of("int", -1, peerChannels.open),
  zulip_update_announcements_stream_id: of("int", -1, peerChannels.open),
  org_type: of("kind of organization", 0, 10),
  digest_weekday: of("weekday", 1, 6),
  default_language: of("organization's language", "en", "de"),
  welcome_message_custom_text: of("8000 characters", "", "Hello"),
  message_content_edit_limit_seconds: limit(600),
  message_content_delete_limit_seconds: limit(600),
  move_messages_within_stream_limit_seconds: limit(604_800),
  move_messages_between_streams_limit_seconds: limit(604_800),
  message_retention_days: of("limit", -1, 30),
  giphy_rating: of("rating", 2, 0),
  video_chat_provider: of("provider", 1, 0),
  jitsi_server_url: of("address", null, "https://meet.example.com"),
};

/**
 * Every permission with the group that has it at first (docs/behaviour/organization.md#permissions), and groups that it
 * is refused for.
 */
export const permissionTable: Readonly<
  Record<string, { readonly initially: string; readonly never: readonly string[] }>
> = Object.fromEntries(
  Object.entries({
    can_access_all_users_group: ["everyone", "internet", "nobody"],
    can_add_custom_emoji_group: ["members", "internet", "everyone"],
    can_add_subscribers_group: ["members", "internet", "everyone"],
    can_create_bots_group: ["members", "internet", "everyone"],
    can_create_groups: ["members", "internet", "everyone"],
    can_create_private_channel_group: ["members", "internet", "everyone"],
    can_create_public_channel_group: ["members", "internet", "everyone"],
    can_create_web_public_channel_group: ["owners", "internet", "everyone"],
    can_create_write_only_bots_group: ["members", "internet", "everyone"],
    can_delete_any_message_group: ["administrators", "internet", "everyone"],
    can_delete_own_message_group: ["everyone", "internet"],
    can_invite_users_group: ["members", "internet", "everyone"],
    can_manage_all_groups: ["owners", "internet", "everyone", "nobody"],
    can_manage_billing_group: ["administrators", "internet", "everyone", "nobody"],
    can_mention_many_users_group: ["administrators", "internet", "everyone"],
    can_move_messages_between_channels_group: ["members", "internet", "everyone"],
    can_move_messages_between_topics_group: ["everyone", "internet"],
    can_resolve_topics_group: ["everyone", "internet"],
    can_set_delete_message_policy_group: ["moderators", "internet", "everyone"],
    can_set_topics_policy_group: ["members", "internet"],
    can_summarize_topics_group: ["everyone", "internet"],
    create_multiuse_invite_group: ["administrators", "internet", "everyone"],
    direct_message_initiator_group: ["everyone", "internet"],
    direct_message_permission_group: ["everyone", "internet"],
  }).map(([name, [initially = "", ...never]]) => [
    name,
    { initially: `role:${initially}`, never: never.map((group) => `role:${group}`) },
  ]),
);

/** Parameters of `PATCH /realm`. */
export const realmKinds: Specified = {
  ...Object.fromEntries(Object.entries(realmTable).map(([name, { kind }]) => [name, kind])),
  ...Object.fromEntries(Object.keys(permissionTable).map((name) => [name, "change"])),
};
