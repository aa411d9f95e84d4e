/** Settings of the organization that this client shows to those who change them, by their names in `PATCH /realm`. */
export const organizationSettings = [
  "allow_message_editing",
  "avatar_changes_disabled",
  "default_language",
  "description",
  "disallow_disposable_email_addresses",
  "email_changes_disabled",
  "enable_guest_user_indicator",
  "enable_read_receipts",
  "inline_image_preview",
  "inline_url_embed_preview",
  "invite_required",
  "message_content_allowed_in_email_notifications",
  "message_content_delete_limit_seconds",
  "message_content_edit_limit_seconds",
  "name_changes_disabled",
  "new_stream_announcements_stream_id",
  "presence_disabled",
  "require_unique_names",
  "second_factor_after_single_sign_on",
  "second_factor_grace_days",
  "second_factor_required_for",
  "send_welcome_emails",
  "signup_announcements_stream_id",
  "topics_policy",
  "waiting_period_threshold",
  "welcome_message_custom_text",
] as const;

export type OrganizationSetting = (typeof organizationSettings)[number];

/** Tells whether a setting of the organization is one of those. */
export function isOrganizationSetting(name: string): name is OrganizationSetting {
  return organizationSettings.some((one) => one === name);
}
