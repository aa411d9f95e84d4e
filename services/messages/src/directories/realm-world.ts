import type { UserRecord } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { UserDirectory } from "@team-chat/projection";

import type { Context } from "../context.ts";
import { isLimited, type Sees, seesEverybody } from "../policies/sight.ts";
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
  // Nearly every request finds both here, and waits for nothing.
  let users = ctx.users.ifAtLeast(realm.id, usersVersion);
  let channels = ctx.channels.ifAtLeast(realm.id, channelsVersion);
  if (users === undefined || channels === undefined)
    [users, channels] = await Promise.all([
      ctx.users.atLeast(realm.id, usersVersion),
      ctx.channels.atLeast(realm.id, channelsVersion),
    ]);
  const actor = users.users.get(userId);
  if (!actor) throw new Error(`Users does not know user ${userId}, whom the gateway let in.`);
  const state = { realmId: realm.id, users, channels };
  const sees = isLimited(actor, users) ? await loadSight(ctx.hot, state, actor) : seesEverybody;
  return { ...state, actor, sees };
}
