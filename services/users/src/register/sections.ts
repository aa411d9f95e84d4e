// Generated from the contract's list of sections: `npm run generate`.
import type { Sections } from "@team-chat/register";

import type { UsersRegistrations } from "./registration/registration.ts";
import { customProfileFields } from "./sections/organization/custom-profile-fields.ts";
import { giphy } from "./sections/organization/giphy.ts";
import { realmBilling } from "./sections/organization/realm-billing.ts";
import { realmDomains } from "./sections/organization/realm-domains.ts";
import { realmEmoji } from "./sections/organization/realm-emoji.ts";
import { realmFilters } from "./sections/organization/realm-filters.ts";
import { realmLinkifiers } from "./sections/organization/realm-linkifiers.ts";
import { realmPlaygrounds } from "./sections/organization/realm-playgrounds.ts";
import { realmUserSettingsDefaults } from "./sections/organization/realm-user-settings-defaults.ts";
import { realm } from "./sections/organization/realm.ts";
import { stopWords } from "./sections/organization/stop-words.ts";
import { alertWords } from "./sections/own/alert-words.ts";
import { device } from "./sections/own/device.ts";
import { mutedUsers } from "./sections/own/muted-users.ts";
import { navigationViews } from "./sections/own/navigation-views.ts";
import { onboardingSteps } from "./sections/own/onboarding-steps.ts";
import { pushDevice } from "./sections/own/push-device.ts";
import { savedSnippets } from "./sections/own/saved-snippets.ts";
import { updateDisplaySettings } from "./sections/own/update-display-settings.ts";
import { updateGlobalNotifications } from "./sections/own/update-global-notifications.ts";
import { userSettings } from "./sections/own/user-settings.ts";
import { videoCalls } from "./sections/own/video-calls.ts";
import { presence } from "./sections/people/presence.ts";
import { realmBot } from "./sections/people/realm-bot.ts";
import { realmEmbeddedBots } from "./sections/people/realm-embedded-bots.ts";
import { realmIncomingWebhookBots } from "./sections/people/realm-incoming-webhook-bots.ts";
import { realmUserGroups } from "./sections/people/realm-user-groups.ts";
import { realmUser } from "./sections/people/realm-user.ts";
import { userStatus } from "./sections/people/user-status.ts";

/** All sections of this service. */
export const sections: Sections<"users", UsersRegistrations> = {
  alert_words: alertWords,
  custom_profile_fields: customProfileFields,
  device,
  giphy,
  muted_users: mutedUsers,
  navigation_views: navigationViews,
  onboarding_steps: onboardingSteps,
  presence,
  push_device: pushDevice,
  realm,
  realm_billing: realmBilling,
  realm_bot: realmBot,
  realm_domains: realmDomains,
  realm_embedded_bots: realmEmbeddedBots,
  realm_emoji: realmEmoji,
  realm_filters: realmFilters,
  realm_incoming_webhook_bots: realmIncomingWebhookBots,
  realm_linkifiers: realmLinkifiers,
  realm_playgrounds: realmPlaygrounds,
  realm_user: realmUser,
  realm_user_groups: realmUserGroups,
  realm_user_settings_defaults: realmUserSettingsDefaults,
  saved_snippets: savedSnippets,
  stop_words: stopWords,
  update_display_settings: updateDisplaySettings,
  update_global_notifications: updateGlobalNotifications,
  user_settings: userSettings,
  user_status: userStatus,
  video_calls: videoCalls,
};
