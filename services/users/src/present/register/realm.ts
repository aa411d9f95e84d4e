import { emptyTopicDisplayName } from "@team-chat/contract";

import { availableProviders } from "../../domain/calls/available-providers.ts";
import { realmIcon } from "../avatar.ts";
import { legacyPolicies } from "../legacy-policies.ts";
import { presentMethods } from "../realm-values.ts";
import type { RegisterFacts } from "./facts.ts";
import { rememberedSection, type Section } from "./field-texts.ts";
import { serverFacts } from "./server.ts";

/** `realm`: everything about the organization and the server's limits (docs/behaviour/organization.md#settings). */
export function realmSection(facts: RegisterFacts): Section {
  return rememberedSection(facts.view, `realm ${facts.url}`, () => ({
    ...prefixed(facts.settings),
    ...prefixed(facts.permissions),
    ...prefixed(legacyPolicies(facts.permissions, facts.systemGroups)),
    ...identity(facts),
    ...derived(facts),
    ...serverFacts(facts),
  }));
}

function prefixed(values: object): object {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`realm_${name}`, value]),
  );
}

function identity({ realm, url, hostname }: RegisterFacts): object {
  const icon = realmIcon(hostname);
  return {
    realm_name: realm.name,
    realm_description: realm.description,
    realm_url: url,
    realm_uri: url,
    realm_date_created: Math.floor(realm.createdAt.getTime() / 1000),
    realm_bot_domain: hostname,
    realm_icon_url: icon,
    realm_icon_source: "G",
    realm_logo_url: icon,
    realm_logo_source: "D",
    realm_night_logo_url: icon,
    realm_night_logo_source: "D",
    realm_plan_type: 1,
    realm_is_zephyr_mirror_realm: false,
  };
}

/** What follows from settings, under names that clients also read. */
function derived({ calls, settings }: RegisterFacts): object {
  const hasEmailAuth = settings.authentication_methods["Email"] === true;
  return {
    realm_authentication_methods: presentMethods(settings),
    realm_email_auth_enabled: hasEmailAuth,
    realm_password_auth_enabled: hasEmailAuth,
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== "none",
    realm_mandatory_topics: settings.topics_policy === "disable_empty_topic",
    realm_empty_topic_display_name: emptyTopicDisplayName,
    realm_push_notifications_enabled: false,
    realm_push_notifications_enabled_end_timestamp: null,
    realm_upload_quota_mib: null,
    realm_available_video_chat_providers: availableProviders(calls),
  };
}
