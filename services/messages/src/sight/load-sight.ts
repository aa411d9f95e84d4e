import type { UserRecord } from "@team-chat/contract";
import type { HotPool } from "@team-chat/pg";

import type { RealmState } from "../directories/realm-world.ts";
import {
  isLimited,
  limitedSight,
  type Sees,
  seesEverybody,
  strangersAmong,
} from "../policies/sight.ts";
import { listPartnersOf } from "../queries/partners.ts";

/** Whom the user sees; asks the database for limited guests only. */
export async function loadSight(hot: HotPool, world: RealmState, user: UserRecord): Promise<Sees> {
  if (!isLimited(user, world.users)) return seesEverybody;
  return limitedSight(user, await listPartnersOf(hot, world.realmId, user.id), world);
}

/** Of these users those to whom another is unknown; asks the database only when there may be some. */
export async function loadStrangers(
  hot: HotPool,
  world: RealmState,
  { user, among }: { readonly user: UserRecord; readonly among: Iterable<number> },
): Promise<readonly number[]> {
  const candidates = strangersAmong(among, { user, partnerIds: [] }, world);
  if (candidates.length === 0) return candidates;
  const partners = new Set(await listPartnersOf(hot, world.realmId, user.id));
  return candidates.filter((id) => !partners.has(id));
}
