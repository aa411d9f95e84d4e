import { z } from "zod";

import { mapUpTo } from "../bounded-map.ts";
import { keyword, line } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { externalAccounts } from "../profile-fields/external-accounts.ts";
import { mostDays } from "../time-limits.ts";

const text = z.string();
const flag = z.boolean();
const count = z.int().nonnegative();
const secondsOrNever = count.nullable();
/** Most days in which a second factor is to be set up. */
const mostGraceDays = 365;
/** A channel that the organization uses for something; -1 for none. */
const channelId = z.int().min(-1).default(-1);

/** Settings about the organization's identity. */
const identity = z.object({
  org_type: count.default(0).describe("Kind of organization; 0 unspecified"),
  default_language: keyword.default("en").describe("Language of new users and of notices"),
  default_code_block_language: line.default("").describe("Language of code blocks that name none"),
  welcome_message_custom_text: text.default("").describe("Own text of the welcome message"),
});

/** Settings about messages. */
const messages = z.object({
  allow_message_editing: flag.default(true).describe("Whether senders may edit their messages"),
  message_content_edit_limit_seconds: secondsOrNever
    .default(600)
    .describe("How long content may be edited; null without limit"),
  message_content_delete_limit_seconds: secondsOrNever
    .default(600)
    .describe("How long own messages may be deleted; null without limit"),
  move_messages_within_stream_limit_seconds: secondsOrNever
    .default(604_800)
    .describe("How long messages may be moved to another topic; null without limit"),
  move_messages_between_streams_limit_seconds: secondsOrNever
    .default(604_800)
    .describe("How long messages may be moved to another channel; null without limit"),
  message_edit_history_visibility_policy: z
    .enum(["all", "moves", "none"])
    .default("all")
    .describe("How much of a message's history is shown"),
  message_retention_days: z.int().default(-1).describe("Days messages are kept; -1 for ever"),
  topics_policy: z
    .enum(["allow_empty_topic", "disable_empty_topic"])
    .default("allow_empty_topic")
    .describe("Whether messages may be sent to the empty topic"),
  enable_read_receipts: flag.default(true).describe("Whether readers of a message are shown"),
  inline_image_preview: flag.default(true).describe("Whether images are shown in messages"),
  inline_url_embed_preview: flag.default(false).describe("Whether linked pages are previewed"),
  giphy_rating: z.int().default(2).describe("Strictest rating of offered animations; 0 for none"),
  video_chat_provider: z
    .int()
    .default(1)
    .describe("Which calls are offered, of `realm_available_video_chat_providers`; 0 for none"),
  jitsi_server_url: text
    .nullable()
    .default(null)
    .describe("Own video server; null for the default"),
});

/** Accounts and how to get one. */
const accounts = z.object({
  invite_required: flag.default(true).describe("Whether joining needs an invitation"),
  emails_restricted_to_domains: flag
    .default(false)
    .describe("Whether only certain domains may join"),
  disallow_disposable_email_addresses: flag
    .default(true)
    .describe("Whether throw-away addresses are refused"),
  name_changes_disabled: flag.default(false).describe("Whether users may not rename themselves"),
  email_changes_disabled: flag
    .default(false)
    .describe("Whether users may not change their address"),
  avatar_changes_disabled: flag
    .default(false)
    .describe("Whether users may not change their picture"),
  require_unique_names: flag.default(false).describe("Whether two users may not have one name"),
  waiting_period_threshold: count
    .max(mostDays)
    .default(0)
    .describe("Days until a member is a full member"),
  authentication_methods: mapUpTo(listLimits.entries, keyword, z.boolean())
    .default({ Email: true })
    .describe("Ways to log in that are switched on"),
  second_factor_required_for: z
    .enum(["nobody", "administrators", "everybody"])
    .default("nobody")
    .describe("Who must have a second factor"),
  second_factor_grace_days: count
    .max(mostGraceDays)
    .default(14)
    .describe("Days in which a second factor is to be set up that is required"),
  second_factor_after_single_sign_on: flag
    .default(false)
    .describe("Whether single sign-on is followed by the second factor as well"),
  default_external_accounts: z
    .record(z.string(), z.object({ name: text, text, hint: text, url_pattern: text }))
    .default(externalAccounts)
    .describe("Kinds of external account that profiles may name"),
});

/** Settings about how the organization appears to its users and to others. */
const presentation = z.object({
  enable_guest_user_indicator: flag.default(true).describe("Whether guests are marked as such"),
  enable_guest_user_dm_warning: flag.default(true).describe("Whether writing to guests warns"),
  enable_spectator_access: flag
    .default(false)
    .describe("Whether web-public channels need no account"),
  presence_disabled: flag.default(false).describe("Whether nobody's presence is shown"),
  send_welcome_emails: flag.default(true).describe("Whether new users are sent e-mail"),
  digest_emails_enabled: flag.default(false).describe("Whether digests are sent"),
  digest_weekday: z.int().min(0).max(6).default(1).describe("Day of digests; Monday is 0"),
  message_content_allowed_in_email_notifications: flag
    .default(true)
    .describe("Whether notification e-mails may quote messages"),
  require_e2ee_push_notifications: flag
    .default(false)
    .describe("Whether push notifications must be encrypted end to end"),
  want_advertise_in_communities_directory: flag
    .default(false)
    .describe("Whether the organization wants to be listed publicly"),
  moderation_request_channel_id: channelId.describe("Where reports of messages go"),
  new_stream_announcements_stream_id: channelId.describe("Where new channels are announced"),
  signup_announcements_stream_id: channelId.describe("Where new users are announced"),
  zulip_update_announcements_stream_id: channelId.describe("Where product news are announced"),
});

/**
 * Settings of an organization by their name in `PATCH /realm` (in register with the prefix `realm_`), with their
 * defaults; permissions are in `realmPermissions`.
 */
export const realmSettings = z.object({
  ...identity.shape,
  ...messages.shape,
  ...accounts.shape,
  ...presentation.shape,
});

export type RealmSettings = z.infer<typeof realmSettings>;
