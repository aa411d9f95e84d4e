/** The level of the API that this server speaks (specification, Versioning): all changes up to it are supported. */
export const featureLevel = 417;

/** Shown to clients; the mobile app refuses servers below 10.0 (reference/behaviour.md §22). */
export const serverVersion = "11.0";

/** The version fields of `GET /server_settings` and `POST /register`, in the specification's spelling and in the one real clients read. */
export const versionFields = {
  service_version: serverVersion,
  service_merge_base: serverVersion,
  service_feature_level: featureLevel,
  zulip_version: serverVersion,
  zulip_merge_base: serverVersion,
  zulip_feature_level: featureLevel,
} as const;

/** What clients that do not know the empty topic see instead of it: `realm_empty_topic_display_name`. */
export const emptyTopicDisplayName = "general chat";
