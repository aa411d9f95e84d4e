import { emptyTopicDisplayName, planTypes } from "@team-chat/contract";
import { rememberedFields } from "@team-chat/register";

import { availableProviders } from "../../../domain/calls/available-providers.ts";
import { takesDirectory, takesPasswords } from "../../../policies/authentication/methods.ts";
import { identiconUrl, realmIcon } from "../../../present/avatar.ts";
import { legacyPolicies } from "../../../present/legacy-policies.ts";
import { presentMethods } from "../../../present/realm-values.ts";
import { signInKinds } from "../../../values/provider-settings.ts";
import { registerSection, type Registration } from "../../registration/registration.ts";
import { serverFacts } from "../../registration/server-facts.ts";

/** Everything about the organization and the server's limits (docs/behaviour/organization.md#settings). */
export const realm = registerSection({ name: "realm", render, spectator: render });

function render(registration: Registration) {
  const { permissions, settings, systemGroups, url, view } = registration;
  return rememberedFields(view, `realm ${url}`, () => ({
    ...prefixed(settings),
    ...prefixed(permissions),
    ...prefixed(legacyPolicies(permissions, systemGroups)),
    ...identity(registration),
    ...derived(registration),
    ...serverFacts(registration),
  }));
}

function prefixed(values: object): object {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`realm_${name}`, value]),
  );
}

function identity({ realm: organization, url, hostname }: Registration): object {
  const { icon_source, icon_url } = realmIcon(organization, hostname);
  // Clients hear of the icon alone.
  const logo = identiconUrl(hostname, { version: 1 });
  return {
    realm_name: organization.name,
    realm_description: organization.description,
    realm_url: url,
    realm_uri: url,
    realm_date_created: Math.floor(organization.createdAt.getTime() / 1000),
    realm_bot_domain: hostname,
    realm_icon_url: icon_url,
    realm_icon_source: icon_source,
    realm_logo_url: logo,
    realm_logo_source: "D",
    realm_night_logo_url: logo,
    realm_night_logo_source: "D",
    realm_plan_type: planTypes[organization.plan],
    realm_is_zephyr_mirror_realm: false,
  };
}

/** Values that follow from settings and limits, under names that clients also read. */
function derived({
  calls,
  identityProviders,
  quotas,
  realm: organization,
  settings,
}: Registration): object {
  const hasEmailAuth = takesPasswords(settings);
  const hasPasswords = hasEmailAuth || takesDirectory(settings, organization);
  const providers = signInKinds(identityProviders, organization);
  return {
    realm_authentication_methods: presentMethods(settings, providers),
    realm_email_auth_enabled: hasEmailAuth,
    realm_password_auth_enabled: hasPasswords,
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== "none",
    realm_mandatory_topics: settings.topics_policy === "disable_empty_topic",
    realm_empty_topic_display_name: emptyTopicDisplayName,
    realm_push_notifications_enabled: false,
    realm_push_notifications_enabled_end_timestamp: null,
    max_file_upload_size_mib: quotas.uploadMib,
    realm_upload_quota_mib: quotas.storedMib,
    realm_available_video_chat_providers: availableProviders(calls),
  };
}
