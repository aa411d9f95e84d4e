import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { actorOf, type RealmDirectories } from "../../domain/realm-directories.ts";

/** Loads the realm's users and channels, including everything that was answered before this call. */
export async function loadDirectories(ctx: Context, caller: Caller): Promise<RealmDirectories> {
  const [asked, channels] = await Promise.all([
    loadUsers(ctx, caller),
    ctx.channels.current(caller.realm.id),
  ]);
  return { ...asked, channels };
}

/** Loads only the users, for operations that read channels in their own way. */
export async function loadUsers(
  ctx: Context,
  caller: Caller,
): Promise<Pick<RealmDirectories, "actor" | "users">> {
  const users = await ctx.users.atLeast(caller.realm.id, caller.usersVersion);
  return { actor: actorOf(caller, users), users };
}
