import type { ChannelsState, UserRecord, UsersState } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { HotPool } from "@team-chat/pg";
import type { Projection, UserDirectory } from "@team-chat/projection";

import type { Sees } from "../policies/sight.ts";
import { loadSight } from "../sight/load-sight.ts";
import type { RealmChannels } from "./realm-channels.ts";

/** Answers what is known of realms. */
export interface RealmSources {
  readonly hot: HotPool;
  readonly users: Projection<UserDirectory, UsersState>;
  readonly channels: Projection<RealmChannels, ChannelsState>;
}

/** Everything about a realm that others own and that deciding needs. */
export interface RealmState {
  readonly realmId: number;
  readonly users: UserDirectory;
  readonly channels: RealmChannels;
}

/** The same with the user who asks. */
export interface RealmWorld extends RealmState {
  readonly actor: UserRecord;
  /** Whom the actor may see. */
  readonly sees: Sees;
}

/** The realm as it is, including everything that was answered before this call. @throws SERVICE_UNAVAILABLE */
export async function loadWorld(
  sources: RealmSources,
  {
    realm,
    userId,
    usersVersion,
    channelsVersion = 0,
  }: Pick<Caller, "userId" | "usersVersion" | "channelsVersion"> & {
    readonly realm: { readonly id: number };
  },
): Promise<RealmWorld> {
  const realmId = realm.id;
  const [users, channels] = await Promise.all([
    sources.users.atLeast(realmId, usersVersion),
    sources.channels.atLeast(realmId, channelsVersion),
  ]);
  const actor = users.users.get(userId);
  if (!actor) throw new Error(`Users does not know user ${userId}, whom the gateway let in.`);
  const state = { realmId, users, channels };
  return { ...state, actor, sees: await loadSight(sources.hot, state, actor) };
}

/** The same organization and user as they are now: for whoever waited, and may not decide by what was true before. @throws SERVICE_UNAVAILABLE */
export function reloadWorld(
  sources: RealmSources,
  { realmId, actor }: RealmWorld,
): Promise<RealmWorld> {
  return loadWorld(sources, { realm: { id: realmId }, userId: actor.id, usersVersion: 0 });
}
