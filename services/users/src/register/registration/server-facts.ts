import { maxAvatarMib, maxIconMib, thumbnailFormats } from "@team-chat/contract";

import { passwordRules } from "../../policies/authentication/passwords.ts";
import type { Registration } from "./registration.ts";
import { supportedPermissionSettings } from "./supported-permissions.ts";

/** The limits of the server that clients are told (docs/behaviour/api.md#texts-and-limits). */
const limits = {
  max_message_length: 10_000,
  max_topic_length: 60,
  max_stream_name_length: 60,
  max_stream_description_length: 1024,
  max_channel_folder_name_length: 60,
  max_channel_folder_description_length: 1024,
  max_bulk_new_subscription_messages: 100,
  max_reminder_note_length: 500,
  max_avatar_file_size_mib: maxAvatarMib,
  max_icon_file_size_mib: maxIconMib,
  max_logo_file_size_mib: 5,
  password_min_length: passwordRules.minLength,
  password_max_length: passwordRules.maxLength,
  password_min_guesses: passwordRules.minGuesses,
} as const;

/** Times by which clients poll, and report typing and presence. */
const protocol = {
  event_queue_longpoll_timeout_seconds: 90,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: 200,
  server_typing_started_expiry_period_milliseconds: 15_000,
  server_typing_stopped_wait_period_milliseconds: 5000,
  server_typing_started_wait_period_milliseconds: 10_000,
  server_inline_url_embed_preview: true,
  server_min_deactivated_realm_deletion_days: 14,
  server_max_deactivated_realm_deletion_days: null,
} as const;

/** Features that this server does not have. */
const absent = {
  server_inline_image_preview: false,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_can_summarize_topics: false,
  settings_send_digest_emails: false,
  upgrade_text_for_wide_organization_logo: "",
  zulip_plan_is_not_limited: true,
  giphy_rating_options: { disabled: { name: "No animations", id: 0 } },
} as const;

/** Returns the part of `realm` that is the same for every organization of this server, but for its address. */
export function serverFacts({
  calls,
  isDevelopment,
  serverGeneration,
  url,
  webPublicStreams,
}: Registration): object {
  return {
    ...limits,
    ...protocol,
    ...absent,
    server_thumbnail_formats: thumbnailFormats,
    server_jitsi_server_url: calls.jitsiUrl,
    jitsi_server_url: calls.jitsiUrl,
    server_web_public_streams_enabled: webPublicStreams,
    development_environment: isDevelopment,
    server_generation: serverGeneration,
    server_emoji_data_url: `${url}/static/emoji/emoji_api.json`,
    server_supported_permission_settings: supportedPermissionSettings,
  };
}
