import type { ChannelsState, UserRecord, UsersState } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { HotPool } from "@team-chat/pg";
import type { Projection, UserDirectory } from "@team-chat/projection";

import type { RealmChannels, RealmState, RealmView } from "../domain/directories/realm-view.ts";
import { isLimited, limitedVisibility, seesEverybody } from "../policies/visibility.ts";
import { listPartnersOf } from "../queries/recipients/partners.ts";
import type { Sees } from "../values/visibility.ts";

/** Sources from which a realm is loaded. */
export interface RealmSources {
  readonly hot: HotPool;
  readonly users: Projection<UserDirectory, UsersState>;
  readonly channels: Projection<RealmChannels, ChannelsState>;
}

/** Loads the realm as it is, including everything that was answered before this call. @throws SERVICE_UNAVAILABLE */
export async function loadRealm(
  sources: RealmSources,
  {
    realm,
    userId,
    usersVersion,
    channelsVersion = 0,
  }: Pick<Caller, "userId" | "usersVersion" | "channelsVersion"> & {
    readonly realm: { readonly id: number };
  },
): Promise<RealmView> {
  const realmId = realm.id;
  const [users, channels] = await Promise.all([
    sources.users.atLeast(realmId, usersVersion),
    sources.channels.atLeast(realmId, channelsVersion),
  ]);
  const actor = users.users.get(userId);
  if (!actor) throw new Error(`Users does not know user ${userId}, whom the gateway let in.`);
  const state = { realmId, users, channels };
  return { ...state, actor, sees: await loadVisibility(sources.hot, state, actor) };
}

/**
 * Loads the realm and the user as they are now: for callers that waited, and may not decide by what was true
 * before. @throws SERVICE_UNAVAILABLE
 */
export function reloadRealm(
  sources: RealmSources,
  { realmId, actor }: RealmView,
): Promise<RealmView> {
  return loadRealm(sources, { realm: { id: realmId }, userId: actor.id, usersVersion: 0 });
}

/** Loads which users the user sees; asks the database for limited guests only. */
async function loadVisibility(hot: HotPool, realm: RealmState, user: UserRecord): Promise<Sees> {
  if (!isLimited(user, realm.users)) return seesEverybody;
  return limitedVisibility(user, await listPartnersOf(hot, realm.realmId, user.id), realm);
}
