import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { settingTable } from "../settings/setting-table.ts";
import { World } from "../world.ts";
import { registerSections } from "./register-sections.ts";

const world = useWorld(() => World.create());
const words = (text: string) => text.split(" ");

/** Keys of each section that this service sends (docs/behaviour/organization.md#initial-data). */
const keys: Readonly<Record<string, readonly string[]>> = {
  alert_words: ["alert_words"],
  custom_profile_fields: ["custom_profile_fields", "custom_profile_field_types"],
  device: ["devices"],
  muted_users: ["muted_users"],
  navigation_views: ["navigation_views"],
  onboarding_steps: ["onboarding_steps", "navigation_tour_video_url"],
  presence: ["presences", "presence_last_update_id", "server_timestamp"],
  realm_billing: ["realm_billing"],
  realm_bot: ["realm_bots"],
  realm_domains: ["realm_domains"],
  realm_embedded_bots: ["realm_embedded_bots"],
  realm_emoji: ["realm_emoji"],
  realm_filters: ["realm_filters"],
  realm_incoming_webhook_bots: ["realm_incoming_webhook_bots"],
  realm_linkifiers: ["realm_linkifiers"],
  realm_playgrounds: ["realm_playgrounds"],
  realm_user: words(
    "realm_users realm_non_active_users cross_realm_bots user_id email delivery_email full_name is_admin is_owner is_moderator is_guest avatar_url avatar_url_medium avatar_source can_create_streams can_create_public_streams can_create_private_streams can_create_web_public_streams can_subscribe_other_users can_invite_others_to_realm",
  ),
  realm_user_groups: ["realm_user_groups"],
  realm_user_settings_defaults: ["realm_user_settings_defaults"],
  saved_snippets: ["saved_snippets"],
  stop_words: ["stop_words"],
  user_settings: ["user_settings"],
  user_status: ["user_status"],
  video_calls: ["has_zoom_token", "has_webex_token"],
  giphy: ["giphy_api_key"],
  zulip_version: [],
  realm: [
    ...words(
      "name description icon_url icon_source logo_url logo_source night_logo_url night_logo_source org_type plan_type url uri date_created bot_domain default_language default_code_block_language welcome_message_custom_text",
    ),
    ...words(
      "allow_message_editing message_content_edit_limit_seconds message_content_delete_limit_seconds move_messages_within_stream_limit_seconds move_messages_between_streams_limit_seconds allow_edit_history message_edit_history_visibility_policy message_retention_days topics_policy mandatory_topics empty_topic_display_name wildcard_mention_policy enable_read_receipts inline_image_preview inline_url_embed_preview giphy_rating video_chat_provider jitsi_server_url",
    ),
    ...words(
      "create_public_stream_policy create_private_stream_policy create_web_public_stream_policy invite_required emails_restricted_to_domains disallow_disposable_email_addresses name_changes_disabled email_changes_disabled avatar_changes_disabled require_unique_names waiting_period_threshold authentication_methods second_factor_required_for second_factor_grace_days second_factor_after_single_sign_on email_auth_enabled password_auth_enabled default_external_accounts enable_guest_user_indicator enable_guest_user_dm_warning enable_spectator_access presence_disabled send_welcome_emails digest_emails_enabled digest_weekday message_content_allowed_in_email_notifications push_notifications_enabled push_notifications_enabled_end_timestamp require_e2ee_push_notifications want_advertise_in_communities_directory upload_quota_mib available_video_chat_providers is_zephyr_mirror_realm",
    ),
    ...words(
      "moderation_request_channel_id new_stream_announcements_stream_id signup_announcements_stream_id zulip_update_announcements_stream_id",
    ),
  ]
    .map((name) => `realm_${name}`)
    .concat(
      words(
        "max_message_length max_topic_length max_stream_name_length max_stream_description_length max_channel_folder_name_length max_channel_folder_description_length max_file_upload_size_mib max_avatar_file_size_mib max_icon_file_size_mib max_logo_file_size_mib password_min_length password_max_length password_min_guesses event_queue_longpoll_timeout_seconds development_environment server_generation server_emoji_data_url server_thumbnail_formats server_inline_image_preview server_inline_url_embed_preview server_avatar_changes_disabled server_name_changes_disabled server_needs_upgrade server_web_public_streams_enabled server_jitsi_server_url server_can_summarize_topics server_presence_ping_interval_seconds server_presence_offline_threshold_seconds server_typing_started_expiry_period_milliseconds server_typing_stopped_wait_period_milliseconds server_typing_started_wait_period_milliseconds server_min_deactivated_realm_deletion_days server_max_deactivated_realm_deletion_days server_supported_permission_settings settings_send_digest_emails upgrade_text_for_wide_organization_logo zulip_plan_is_not_limited giphy_rating_options jitsi_server_url",
      ),
    ),
};

describe("initial data by name (docs/behaviour/organization.md#initial-data)", () => {
  for (const [name, expected] of Object.entries(keys))
    test(`${name} yields its keys, for everybody`, async ({ expect }) => {
      for (const as of ["owner", "guest", "bot"] as const) {
        const announced = await registerSections(world(), as, { fetch: [name] });
        const own = Object.keys(announced);
        for (const key of expected) expect(own, `${as}: ${key}`).toContain(key);
        if (name !== "realm") expect(own.toSorted(), as).toEqual([...expected].toSorted());
        expect(Object.values(announced), as).not.toContain(undefined);
      }
    });

  test("the settings one by one, for clients that do not know them as one object", async ({
    expect,
  }) => {
    const fetch = ["update_display_settings", "update_global_notifications"];
    const old = await registerSections(world(), "alice", { fetch, capabilities: {} });
    const names = [...Object.keys(settingTable), "timezone"];
    const choices = ["available_notification_sounds", "emojiset_choices"];
    expect(Object.keys(old).toSorted()).toEqual([...names, ...choices].toSorted());
    expect(await registerSections(world(), "alice", { fetch })).toEqual({});
  });

  test("pictures whether or not a client could do without", async ({ expect }) => {
    for (const optional of [true, false]) {
      const announced = await registerSections(world(), "alice", {
        fetch: ["realm_user"],
        capabilities: { user_avatar_url_field_optional: optional },
      });
      const users = announced["realm_users"] as readonly Readonly<Record<string, unknown>>[];
      expect(users.length).toBeGreaterThan(1);
      for (const user of users) expect(user["avatar_url"]).toEqual(expect.any(String));
    }
  });
});
