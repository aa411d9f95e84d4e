import type { UserRecord } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { UserDirectory } from "@team-chat/projection";

import type { Context } from "../context.ts";
import { isLimited, type Sees, seesEverybody } from "../policies/sight.ts";
import { loadSight } from "../sight/load-sight.ts";
import { soon, type Soon } from "../soon.ts";
import type { RealmChannels } from "./realm-channels.ts";

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
export function loadWorld(
  ctx: Context,
  {
    realm,
    userId,
    usersVersion,
    channelsVersion = 0,
  }: Pick<Caller, "userId" | "usersVersion" | "channelsVersion"> & {
    readonly realm: { readonly id: number };
  },
): Soon<RealmWorld> {
  const users = ctx.users.ifAtLeast(realm.id, usersVersion);
  const channels = ctx.channels.ifAtLeast(realm.id, channelsVersion);
  if (users !== undefined && channels !== undefined)
    return worldOf(ctx, { realmId: realm.id, users, channels }, userId);
  const both = Promise.all([
    ctx.users.atLeast(realm.id, usersVersion),
    ctx.channels.atLeast(realm.id, channelsVersion),
  ]);
  return both.then(([newUsers, newChannels]) =>
    worldOf(ctx, { realmId: realm.id, users: newUsers, channels: newChannels }, userId),
  );
}

/** The same organization and user as they are now: for whoever waited, and may not decide by what was true before. @throws SERVICE_UNAVAILABLE */
export function reloadWorld(ctx: Context, { realmId, actor }: RealmWorld): Soon<RealmWorld> {
  return loadWorld(ctx, { realm: { id: realmId }, userId: actor.id, usersVersion: 0 });
}

function worldOf(ctx: Context, state: RealmState, userId: number): Soon<RealmWorld> {
  const { channels, realmId, users } = state;
  const actor = users.users.get(userId);
  if (!actor) throw new Error(`Users does not know user ${userId}, whom the gateway let in.`);
  const sight = isLimited(actor, users) ? loadSight(ctx.hot, state, actor) : seesEverybody;
  return soon(sight, (sees) => ({ realmId, users, channels, actor, sees }));
}
