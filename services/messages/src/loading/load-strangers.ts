import type { UserRecord } from "@team-chat/contract";
import type { HotPool } from "@team-chat/pg";

import type { RealmState } from "../domain/directories/realm-view.ts";
import { strangersAmong } from "../policies/visibility.ts";
import { listPartnersOf } from "../queries/recipients/partners.ts";

/** Loads those of the users to whom another is unknown; asks the database only when there may be some. */
export async function loadStrangers(
  hot: HotPool,
  realm: RealmState,
  { user, among }: { readonly user: UserRecord; readonly among: Iterable<number> },
): Promise<readonly number[]> {
  const candidates = strangersAmong(among, { user, partnerIds: [] }, realm);
  if (candidates.length === 0) return candidates;
  const partners = new Set(await listPartnersOf(hot, realm.realmId, user.id));
  return candidates.filter((id) => !partners.has(id));
}
