import type { Connection } from "@team-chat/pg";

import { patternsBlocking } from "../../policies/organization/block-list.ts";
import type { JoinRules } from "../../policies/organization/domains.ts";
import { listBlockedAmong } from "../../queries/organization/blocked-addresses.ts";
import { listDomainRows } from "../../queries/organization/realm-domains.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";

/** Loads by which rules these addresses may join, or not. */
export async function loadJoinRules(
  db: Connection,
  realm: Pick<RealmRow, "id" | "settings">,
  emails: readonly string[],
): Promise<JoinRules> {
  const domains = await listDomainRows(db, realm.id);
  const blocked = await loadBlocked(db, realm.id, emails);
  return { settings: completeSettings(realm.settings), domains, blocked };
}

/** Loads what of the organization's list may block these addresses. */
export async function loadBlocked(
  db: Connection,
  realmId: number,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const patterns = emails.flatMap((email) => patternsBlocking(email));
  return new Set(await listBlockedAmong(db, realmId, patterns));
}
