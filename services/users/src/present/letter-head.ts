import { findLanguage, type LanguageCode } from "@team-chat/html";
import type { LetterHead } from "@team-chat/mail";

import type { Sites } from "../policies/organization/sites.ts";
import { settingsOf } from "../policies/settings/own-settings.ts";
import type { Account } from "../queries/accounts/accounts.ts";
import type { RealmRow } from "../queries/organization/realms.ts";
import { completeSettings } from "../values/realm-settings.ts";

/** Names the organization that an e-mail comes from, in the language of whom it is to; they may have no account. */
export function letterHead(sites: Sites, realm: RealmRow, account: Account | null): LetterHead {
  return { name: realm.name, url: sites.urlOf(realm), language: letterLanguage(realm, account) };
}

/** Chooses the language of an e-mail (docs/behaviour/languages.md#e-mail). */
export function letterLanguage(realm: RealmRow, account: Account | null): LanguageCode {
  const own = account === null ? undefined : settingsOf(account).default_language;
  return findLanguage(own, completeSettings(realm.settings).default_language) ?? "en";
}
