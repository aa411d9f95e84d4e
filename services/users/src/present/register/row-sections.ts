import { profileFieldTypes } from "@team-chat/contract";

import { seesEverybody } from "../../policies/visibility/visibility.ts";
import type { RealmLists } from "../../queries/register/register-rows.ts";
import { presentDevices } from "../client-device.ts";
import { presentDomain } from "../domain.ts";
import { presentLinkifier } from "../linkifier.ts";
import { presentView } from "../navigation-view.ts";
import { presentPlayground } from "../playground.ts";
import { presentField } from "../profile-field.ts";
import { presentEmoji } from "../realm-emoji.ts";
import { presentSnippet } from "../saved-snippet.ts";
import { presentStatus } from "../user-status.ts";
import type { RegisterFacts } from "./facts.ts";
import { rememberedSection, type Section } from "./field-texts.ts";

/** Sections of what is read for each registration, and of the lists that belong to the organization. */
export const rowSections: Readonly<Record<string, (facts: RegisterFacts) => Section>> = {
  navigation_views: ({ own, rows }) => ({
    navigation_views: (rows.views.get(own.userId) ?? []).map(presentView),
  }),
  saved_snippets: ({ own, rows }) => ({
    saved_snippets: (rows.snippets.get(own.userId) ?? []).map(presentSnippet),
  }),
  device: ({ own, rows }) => ({ devices: presentDevices(rows.devices.get(own.userId) ?? []) }),
  video_calls: ({ own, rows }) => {
    const given = rows.callTokens.get(own.userId) ?? [];
    const has = (name: string) => given.some(({ provider }) => provider === name);
    return { has_zoom_token: has("zoom"), has_webex_token: has("webex") };
  },
  user_status: ({ rows: { statuses }, sees, view }) =>
    sees === seesEverybody
      ? rememberedSection(statuses, "user_status", () => statusSection(statuses))
      : statusSection(
          statuses.filter(({ userId }) => {
            const user = view.accounts.get(userId);
            return user !== undefined && sees(user);
          }),
        ),
  custom_profile_fields: ofLists("custom_profile_fields", ({ profileFields }) => ({
    custom_profile_fields: profileFields.map(presentField),
    custom_profile_field_types: profileFieldTypes,
  })),
  realm_domains: ofLists("realm_domains", ({ domains }) => ({
    realm_domains: domains.map(presentDomain),
  })),
  realm_emoji: ofLists("realm_emoji", ({ emoji }) => ({ realm_emoji: presentEmoji(emoji) })),
  realm_playgrounds: ofLists("realm_playgrounds", ({ playgrounds }) => ({
    realm_playgrounds: playgrounds.map(presentPlayground),
  })),
  // Clients without templates could only show wrong links (docs/behaviour/organization.md#linkifiers).
  realm_linkifiers: (facts) =>
    facts.request.capabilities["linkifier_url_template"] === true
      ? linkifiers(facts)
      : { realm_linkifiers: [] },
};

function statusSection(statuses: RegisterFacts["rows"]["statuses"]) {
  return {
    user_status: Object.fromEntries(
      statuses.map(({ userId, ...status }) => [userId, presentStatus(status)]),
    ),
  };
}

const linkifiers = ofLists("realm_linkifiers", (lists) => ({
  realm_linkifiers: lists.linkifiers.map(presentLinkifier),
}));

/** What of `rowSections` needs rows of the user. */
export const personalNames = [
  "device",
  "navigation_views",
  "saved_snippets",
  "video_calls",
] as const;
/** What of `rowSections` needs the organization's lists. */
export const listNames = [
  "custom_profile_fields",
  "realm_domains",
  "realm_emoji",
  "realm_playgrounds",
  "realm_linkifiers",
] as const;

function ofLists(
  name: string,
  present: (lists: RealmLists) => object,
): (facts: RegisterFacts) => Section {
  return ({ lists }) => {
    if (lists === null) throw new Error(`${name} was not read.`);
    return rememberedSection(lists, name, () => present(lists));
  };
}
