import { profileFieldTypes } from "@team-chat/contract";
import type { RegisterRequest } from "@team-chat/contract";
import type { Transaction } from "@team-chat/pg";

import { presentDomain } from "../present/domain.ts";
import { presentLinkifier } from "../present/linkifier.ts";
import { presentView } from "../present/navigation-view.ts";
import { presentPlayground } from "../present/playground.ts";
import { presentField } from "../present/profile-field.ts";
import { presentEmoji } from "../present/realm-emoji.ts";
import type { Section } from "../present/register/facts.ts";
import { presentSnippet } from "../present/saved-snippet.ts";
import { presentStatus } from "../present/user-status.ts";
import { listLinkifierRows } from "../queries/linkifiers.ts";
import { listViews } from "../queries/navigation-views.ts";
import type { AccountRef } from "../queries/personal.ts";
import { listPlaygroundRows } from "../queries/playgrounds.ts";
import { listFieldRows } from "../queries/profile-fields.ts";
import { listDomainRows } from "../queries/realm-domains.ts";
import { listEmojiRows } from "../queries/realm-emoji.ts";
import { listSnippets } from "../queries/saved-snippets.ts";
import { listStatuses } from "../queries/user-statuses.ts";

interface Asking {
  readonly own: AccountRef;
  readonly request: RegisterRequest;
  /** Whether the client gets the section of this name. */
  readonly gets: (name: string) => boolean;
}

type Load = (tx: Transaction, asking: Asking) => Promise<Section>;

const sections: Readonly<Record<string, Load>> = {
  navigation_views: async (tx, { own }) => ({
    navigation_views: (await listViews(tx, own)).map(presentView),
  }),
  custom_profile_fields: async (tx, { own }) => ({
    custom_profile_fields: (await listFieldRows(tx, own.realmId)).map(presentField),
    custom_profile_field_types: profileFieldTypes,
  }),
  realm_domains: async (tx, { own }) => ({
    realm_domains: (await listDomainRows(tx, own.realmId)).map(presentDomain),
  }),
  realm_emoji: async (tx, { own }) => ({
    realm_emoji: presentEmoji(await listEmojiRows(tx, own.realmId)),
  }),
  realm_playgrounds: async (tx, { own }) => ({
    realm_playgrounds: (await listPlaygroundRows(tx, own.realmId)).map(presentPlayground),
  }),
  // Clients without templates could only show wrong links (reference/behaviour.md §13.1).
  realm_linkifiers: async (tx, { own, request }) => ({
    realm_linkifiers:
      request.capabilities["linkifier_url_template"] === true
        ? (await listLinkifierRows(tx, own.realmId)).map(presentLinkifier)
        : [],
  }),
  saved_snippets: async (tx, { own }) => ({
    saved_snippets: (await listSnippets(tx, own)).map(presentSnippet),
  }),
  user_status: async (tx, { own }) => ({
    user_status: Object.fromEntries(
      (await listStatuses(tx, own.realmId)).map((status) => [status.userId, presentStatus(status)]),
    ),
  }),
};

/** The sections that are read for themselves, apart from those that describe users and the organization. */
export async function loadPersonalSections(tx: Transaction, asking: Asking): Promise<Section[]> {
  const wanted: Section[] = [];
  for (const [name, load] of Object.entries(sections))
    if (asking.gets(name)) wanted.push(await load(tx, asking));
  return wanted;
}
