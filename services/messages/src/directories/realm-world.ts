import type { UserRecord } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { UserDirectory } from "@team-chat/projection";

import type { Context } from "../context.ts";
import type { Sees } from "../policies/sight.ts";
import { loadSight } from "../sight/load-sight.ts";
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
export async function loadWorld(
  ctx: Context,
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
    ctx.users.atLeast(realmId, usersVersion),
    ctx.channels.atLeast(realmId, channelsVersion),
  ]);
  const actor = users.users.get(userId);
  if (!actor) throw new Error(`Users does not know user ${userId}, whom the gateway let in.`);
  const state = { realmId, users, channels };
  return { ...state, actor, sees: await loadSight(ctx.hot, state, actor) };
}

/** The same organization and user as they are now: for whoever waited, and may not decide by what was true before. @throws SERVICE_UNAVAILABLE */
export function reloadWorld(ctx: Context, { realmId, actor }: RealmWorld): Promise<RealmWorld> {
  return loadWorld(ctx, { realm: { id: realmId }, userId: actor.id, usersVersion: 0 });
}
