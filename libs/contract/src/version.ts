/**
 * The level of the API that this server speaks (docs/behaviour/api.md#feature-level): all changes up to it are
 * supported.
 */
export const featureLevel = 417;

/** Shown to clients; the mobile app refuses servers below 10.0 (docs/behaviour/api.md#feature-level). */
export const serverVersion = "11.0";

/**
 * The version fields of `GET /server_settings` and `POST /register`, in both spellings that clients read
 * (docs/behaviour/api.md#legacy-names).
 */
export const versionFields = {
  service_version: serverVersion,
  service_merge_base: serverVersion,
  service_feature_level: featureLevel,
  zulip_version: serverVersion,
  zulip_merge_base: serverVersion,
  zulip_feature_level: featureLevel,
} as const;

/** Name that clients without support for the empty topic are shown for it: `realm_empty_topic_display_name`. */
export const emptyTopicDisplayName = "general chat";
